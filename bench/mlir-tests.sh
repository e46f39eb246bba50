#!/usr/bin/env bash
# Measures how much of MLIR's own tests Ovolo reads. The tests are those of Debian's source package of LLVM 19;
# they are kept in target/, outside of what is committed, and downloaded the first time (about 150 MB). The
# user's apt sources stay as they are.
#
#   bench/mlir-tests.sh [options of mlir-tests, see --help]
#
# Where the package cannot be had it says so and does nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

package=llvm-toolchain-19
mirror=${OVOLO_DEBIAN_MIRROR:-http://deb.debian.org/debian}
suite=${OVOLO_DEBIAN_SUITE:-bookworm}
folder=target/mlir-tests-source
tests=$folder/mlir/test

# Downloads the package into $folder and unpacks mlir/test of it; the last line of the output says what went wrong.
fetch() (
  command -v apt-get >/dev/null || { echo 'there is no apt-get'; exit 1; }
  mkdir -p "$folder"
  work=$(mktemp -d "$PWD/$folder/XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  echo "deb-src $mirror $suite main" >"$work/sources.list"
  apt=(apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
  "${apt[@]}" update || { echo "$mirror does not answer"; exit 1; }
  cd "$work"
  "${apt[@]}" source --download-only "$package" || { echo "there is no source of $package in $suite"; exit 1; }
  tar -xJf "$package"_*.orig.tar.xz --wildcards '*/mlir/test' || { echo 'the package does not unpack'; exit 1; }
  mkdir mlir && mv ./*/mlir/test mlir && mv -T mlir ../mlir
)

if [[ ! -d $tests ]]; then
  echo "mlir-tests: downloading the source package $package" >&2
  if ! why=$(fetch); then
    echo "skipped: ${why##*$'\n'}"
    [[ " $* " != *' --check '* ]]
    exit
  fi
fi
# As a part of the workspace, so that what its tests were built of is used again.
cargo build --quiet --workspace --bin mlir-tests
exec "${CARGO_TARGET_DIR:-target}/debug/mlir-tests" "$tests" "$@"
