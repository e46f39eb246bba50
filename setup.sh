#!/usr/bin/env bash
# Installs what Ovolo's build links: LLVM 19 from the system's packages and z3 into .deps/z3.
#
#   ./setup.sh           what the build needs
#   ./setup.sh --peers   also the compilers that tests use as referees and benchmarks as peers
#
# Asks nothing, does nothing where everything is there, and may be interrupted and run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

packages=(g++ make pkg-config ca-certificates curl python3 python3-pip llvm-19-dev)
peers=(mlir-19-tools clang-19)

z3_version=5.4.0.0
z3_sha256=0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; }
fail() { printf 'setup: %s\n' "$@" >&2; exit 1; }

case "${1-}" in
  '') ;;
  --peers) packages+=("${peers[@]}") ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

install_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || fail \
    'this system has no dpkg: setup.sh knows Debian and Ubuntu.' \
    "install the equivalents of: ${packages[*]}"
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  echo "setup: installing ${missing[*]}" >&2
  local root=()
  if ((EUID != 0)); then
    sudo -n true 2>/dev/null || fail 'not root, and sudo needs a password. Run this yourself, then setup.sh again:' \
      "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
    root=(sudo -n)
  fi
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600)
  "${apt[@]}" update
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# The library of z3's Python package: the distribution's own is years older and slow on floats.
install_z3() {
  local target=.deps/z3
  grep -qsx "Version: $z3_version" "$target/z3.pc" && [[ -e $target/lib/libz3.so ]] && return 0
  [[ $(uname -s)-$(uname -m) == Linux-x86_64 ]] || fail "Ovolo is built for Linux on x86-64, not $(uname -sm)."
  echo "setup: downloading z3 $z3_version into $target" >&2
  mkdir -p .deps
  work=$(mktemp -d .deps/z3-XXXXXX)
  trap 'rm -rf "$work"' EXIT
  /usr/bin/python3 -m pip download --quiet --no-deps --only-binary=:all: --platform manylinux_2_27_x86_64 \
    --disable-pip-version-check --dest "$work" "z3-solver==$z3_version"
  local wheel=("$work"/*.whl)
  echo "$z3_sha256  ${wheel[0]}" | sha256sum --check --quiet || fail 'the z3 that was downloaded is not the expected one.'
  /usr/bin/python3 -m zipfile -e "${wheel[0]}" "$work/wheel"
  rm -f "$work/wheel/z3/lib/libz3.so"
  local library=("$work"/wheel/z3/lib/libz3.so.*)
  ln -s "$(basename "${library[0]}")" "$work/wheel/z3/lib/libz3.so"
  mkdir "$work/z3"
  mv "$work/wheel/z3/lib" "$work/wheel/z3/include" "$work/z3/"
  cat >"$work/z3/z3.pc" <<PC
prefix=\${pcfiledir}
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: z3
Description: The Z3 theorem prover
Version: $z3_version
Libs: -L\${libdir} -lz3
Cflags: -I\${includedir}
PC
  rm -rf "$target"
  mv -T "$work/z3" "$target"
}

check_rust() {
  local needed found how
  how='get it with: curl --proto =https --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y'
  needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  if ! command -v cargo >/dev/null; then
    [[ -x ${CARGO_HOME:-$HOME/.cargo}/bin/cargo ]] &&
      fail 'Rust is installed but not on PATH.' "run: . ${CARGO_HOME:-$HOME/.cargo}/env"
    fail "Rust is missing; Ovolo needs $needed or newer." "$how"
  fi
  found=$(cargo --version | cut -d' ' -f2)
  [[ $(printf '%s\n' "$needed" "$found" | sort -V | head -n1) == "$needed" ]] ||
    fail "Rust $found is too old; Ovolo needs $needed or newer." "with rustup: rustup update stable; without, $how"
}

install_packages
install_z3
check_rust
