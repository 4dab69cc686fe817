#!/bin/sh
# Makes sure that the Lambda base image that SAM runs functions in is here: pulls it, or, where the public
# registry cannot be reached, builds a stand-in under the same tag from Debian trixie (Python 3.13) and AWS's
# own runtime client. The stand-in needs root and debootstrap. The runtime interface emulator is SAM's.
set -eu
case "$(uname -m)" in
    aarch64 | arm64) architecture=arm64 machine=aarch64 ;;
    *) architecture=x86_64 machine=x86_64 ;;
esac
image="public.ecr.aws/lambda/python:3.13-$architecture"

docker info >/dev/null 2>&1 || {
    echo "Docker does not answer. Install it (Debian: apt-get install docker.io), start dockerd, repeat." >&2
    exit 1
}
docker image inspect "$image" >/dev/null 2>&1 && exit 0
docker pull --quiet "$image" && exit 0

echo "$image cannot be pulled; building a stand-in of that name." >&2
command -v debootstrap >/dev/null || {
    echo "The stand-in needs debootstrap (Debian: apt-get install debootstrap)." >&2
    exit 1
}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase --include=python3,ca-certificates trixie "$root" >&2
python3 -m pip install --quiet --disable-pip-version-check --target "$root/var/runtime" --require-hashes \
    --no-deps --only-binary=:all: --python-version 3.13 --platform "manylinux2014_$machine" \
    --requirement "$(dirname "$0")/runtime.txt"
cat >"$root/var/runtime/bootstrap" <<'BOOTSTRAP'
#!/bin/sh
# The search path of AWS's image: the function, the layers, the runtime.
export PYTHONPATH="/var/task:/opt/python:/var/runtime"
exec /usr/bin/python3 -m awslambdaric "$_HANDLER"
BOOTSTRAP
chmod +x "$root/var/runtime/bootstrap"
ln -s /var/runtime/bootstrap "$root/usr/local/bin/bootstrap"
mkdir -p "$root/var/task" "$root/opt"
rm -rf "$root/var/cache/apt" "$root/var/lib/apt/lists" "$root/usr/share/doc" "$root/usr/share/locale"
tar -C "$root" -c . | docker import \
    --change 'ENV LAMBDA_TASK_ROOT=/var/task LAMBDA_RUNTIME_DIR=/var/runtime LANG=C.UTF-8 TZ=:UTC' \
    --change 'WORKDIR /var/task' --change 'LABEL knowledge-loop=stand-in' - "$image"
