#!/bin/sh
# Writes what a binary prints for every kernel of this repository into a folder: to show that a change of the code changes
# no schedule and no verdict, run it with the binary from before and with the one from after, and compare the folders.
#
#   bench/outputs.sh BINARY FOLDER [NAME]    only kernels whose path contains NAME
#   diff -r BEFORE AFTER
set -eu
binary=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."
find bench/kernels tests/nests -name '*.mlir' | grep -F "${3:-.mlir}" | sort |
    while read -r kernel; do
        out=$folder/$(echo "$kernel" | tr / _)
        status=0
        # Seconds differ from run to run.
        "$binary" optimize "$kernel" --fp contract --no-measure >"$out" 2>"$out.told" || status=$?
        sed -i 's/, [0-9.]* s$//' "$out.told"
        echo "exit $status" >>"$out.told"
    done
