#!/bin/sh
# Installs what run.py needs into examples/networks/.venv, from PyPI: onnx (the networks), iree-base-compiler (the way from ONNX to
# linalg), onnxruntime (what results and times are compared with).
set -eu
cd "$(dirname "$0")"
[ -d .venv ] || python3 -m venv .venv
.venv/bin/pip install --quiet onnx onnxruntime iree-base-compiler numpy
