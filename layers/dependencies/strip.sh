#!/bin/sh
# Takes out of the installed packages what no function ever reads, and compiles the rest where Python 3.13 is at
# hand: Lambda cannot write byte code beside a layer, so without it every cold start compiles what it imports.
set -eu
cd "$1"

# Tests, type stubs, sources of extension modules.
find . -type d \( -name tests -o -name test -o -name __pycache__ \) -prune -exec rm -rf {} +
find . -type f \( -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.c' -o -name '*.h' \) -delete
# Tools for making models.
rm -rf onnxruntime/transformers onnxruntime/tools onnxruntime/quantization onnxruntime/datasets
rm -rf numpy/f2py numpy/_core/include numpy/_core/lib bin
# The descriptions of four hundred services of AWS, but those that the functions or their roles call.
for service in botocore/data/*/; do
    case "$(basename "$service")" in
        s3 | secretsmanager | sqs | ssm | sts | sso | sso-oidc) ;;
        *) rm -rf "$service" ;;
    esac
done

if python3.13 -c "" 2>/dev/null; then
    # Valid whatever time stamps the deployment gives the files.
    python3.13 -m compileall -q -j 0 --invalidation-mode unchecked-hash .
fi
