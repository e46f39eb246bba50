#!/usr/bin/env bash
# Installs what Ovolo's build links: LLVM 19 from the system's packages and z3 into .deps/z3; libclang, which reads C; and the library of
# z3, which programs load, into $XDG_DATA_HOME/ovolo (~/.local/share/ovolo), where they find it wherever they lie.
#
#   ./setup.sh           what the build needs
#   ./setup.sh --peers   also the compilers that tests use as referees and benchmarks as peers, and libraries for the latter
#
# Asks nothing, does nothing where everything is there, and may be interrupted and run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

packages=(g++ make pkg-config ca-certificates curl python3 python3-pip llvm-19-dev
  libclang1-19 libclang-common-19-dev libc6-dev)
peers=(mlir-19-tools clang-19 libopenblas-dev libblis-dev libdnnl-dev)
# A second referee, where the system's packages have it.
newer_referee=mlir-22-tools

z3_version=5.4.0.0
z3_sha256=0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b
z3_library=libz3.so.5.4
installed=${XDG_DATA_HOME:-$HOME/.local/share}/ovolo/z3-$z3_version

usage() { sed -n '2,8s/^# \{0,1\}//p' "$0"; }
fail() { printf 'setup: %s\n' "$@" >&2; exit 1; }

case "${1-}" in
  '') ;;
  --peers)
    packages+=("${peers[@]}")
    if apt-cache policy "$newer_referee" 2>/dev/null | grep -q 'Candidate: [0-9]'; then packages+=("$newer_referee"); fi
    ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac

leftovers=()
trap 'rm -rf "${leftovers[@]}"' EXIT

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
download_z3() {
  local target=.deps/z3
  grep -qsx "Version: $z3_version" "$target/z3.pc" && [[ -e $target/lib/$z3_library ]] && return 0
  [[ $(uname -s)-$(uname -m) == Linux-x86_64 ]] || fail "Ovolo is built for Linux on x86-64, not $(uname -sm)."
  echo "setup: downloading z3 $z3_version into $target" >&2
  mkdir -p .deps
  local work
  work=$(mktemp -d .deps/z3-XXXXXX)
  leftovers+=("$work")
  /usr/bin/python3 -m pip download --quiet --no-deps --only-binary=:all: --platform manylinux_2_27_x86_64 \
    --disable-pip-version-check --dest "$work" "z3-solver==$z3_version"
  local wheel=("$work"/*.whl)
  echo "$z3_sha256  ${wheel[0]}" | sha256sum --check --quiet || fail 'the z3 that was downloaded is not the expected one.'
  /usr/bin/python3 -m zipfile -e "${wheel[0]}" "$work/wheel"
  mkdir "$work/z3"
  mv "$work/wheel/z3/lib" "$work/wheel/z3/include" "$work/z3/"
  rm -rf "$target"
  mv -T "$work/z3" "$target"
}

# Programs link link/libz3.a, which loads the library when it is first called: from beside the program, from
# .deps of the checkout it lies in, or from $installed, which stays when the checkout moves or goes.
install_z3() {
  local target=.deps/z3 objects
  # What a linker would take instead of libz3.a.
  rm -f "$target/lib/libz3.so"
  install -D -m 644 -C "$target/lib/$z3_library" "$installed/$z3_library" || fail "$installed cannot be written."
  if [[ $target/link/libz3.a -nt verify/z3/loader.c && $target/link/libz3.a -nt verify/z3/functions.awk &&
    $target/link/libz3.a -nt setup.sh ]] && grep -qsxF "$PWD $installed" "$target/link/places"; then
    return 0
  fi
  objects=$(mktemp -d .deps/link-XXXXXX)
  leftovers+=("$objects")
  nm -D --defined-only "$target/lib/$z3_library" | awk '$2 == "T" && $3 ~ /^Z3_/ { print $3 }' |
    awk -f verify/z3/functions.awk >"$objects/functions.S"
  cc -O2 -fPIC -Wall -c "$objects/functions.S" -o "$objects/functions.o"
  cc -O2 -fPIC -Wall -c verify/z3/loader.c -o "$objects/loader.o" -DFOLDER="\"$installed\"" \
    -DCHECKOUT="\"$PWD/$target\"" -DNAME="\"$z3_library\"" -DVERSION="\"$z3_version\""
  ar rcs "$objects/libz3.a" "$objects/functions.o" "$objects/loader.o"
  echo "$PWD $installed" >"$objects/places"
  rm -f "$objects"/*.[So]
  rm -rf "$target/link"
  chmod 755 "$objects"
  mv -T "$objects" "$target/link"
  install -D -m 644 "$target/link/libz3.a" "$installed/link/libz3.a"
  cat >"$target/z3.pc" <<PC
prefix=\${pcfiledir}
libdir=\${prefix}/link
includedir=\${prefix}/include

Name: z3
Description: The Z3 theorem prover
Version: $z3_version
Libs: -L\${libdir} -lz3
Cflags: -I\${includedir}
PC
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
download_z3
install_z3
check_rust
