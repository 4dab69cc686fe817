#!/bin/sh
# Runs a command with KLOOP_POSTGRES_PROGRAMS naming a PostgreSQL of the major version that this Debian has, with pgvector
# built from its source. All of it is made once, below .tools: packages are unpacked there and not installed, so that no
# root is needed, and the system's packages, lists and servers stay as they are.
set -eu
cd "$(dirname "$0")/../.."
sources=/etc/apt/sources.list.d/debian.sources
made="$PWD/.tools/majors"

make_it() {
    [ -f "$sources" ] && command -v apt-get >/dev/null || {
        echo "Only Debian has the packages, as $sources names them, and this is none." >&2
        exit 1
    }
    command -v gcc >/dev/null && command -v make >/dev/null || {
        echo "pgvector is built from its source, which needs a compiler (apt-get install gcc libc6-dev make)." >&2
        exit 1
    }
    mkdir -p .tools
    work=$(mktemp -d "$PWD/.tools/majors.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/unpacked" "$work/pgvector"
    # pgvector is 0.8 since trixie.
    { cat "$sources" && echo && sed 's/^Types:.*/Types: deb-src/; /^Suites:/s/bookworm/trixie/g' "$sources"; } \
        >"$work/all.sources"
    cd "$work"
    apt get update -o APT::Update::Error-Mode=any || {
        echo "Debian's lists of packages cannot be fetched; the first time this needs the network." >&2
        exit 1
    }
    major=$(apt cache depends postgresql | sed -n 's/.*Depends: postgresql-//p')
    # With it come the libraries that the system lacks.
    apt get install --yes --no-install-recommends --download-only "postgresql-$major"
    apt get download "postgresql-$major" "postgresql-client-$major" "postgresql-server-dev-$major"
    apt get source --download-only --tar-only pgvector
    for package in ./*.deb archives/*.deb; do
        [ ! -f "$package" ] || dpkg -x "$package" unpacked
    done
    tar -xf pgvector_*.orig.tar.gz -C pgvector --strip-components=1
    # PostgreSQL tells its folders from where its programs are; compiled ahead for jit, pgvector would need clang as well.
    make -C pgvector -s with_llvm=no PG_CONFIG="$(echo "$work"/unpacked/usr/lib/postgresql/*/bin/pg_config)" install
    mv unpacked "$made"
}

# apt-get or apt-cache with lists, archives and locks of their own.
apt() {
    program=$1 && shift
    "apt-$program" -qq -o Dir::Etc::SourceList="$work/all.sources" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work" -o Debug::NoLocking=true -o APT::Sandbox::User=root "$@"
}

[ -d "$made" ] || (make_it >&2)
export KLOOP_POSTGRES_PROGRAMS="$(echo "$made"/usr/lib/postgresql/*/bin)"
libraries=lib/$(uname -m)-linux-gnu
export LD_LIBRARY_PATH="$made/usr/$libraries:$made/$libraries"
exec "$@"
