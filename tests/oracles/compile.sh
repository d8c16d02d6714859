#!/bin/sh
# What the compiler alone can prove: the codes of each release against that release's dlpack.h, and
# the generated header without a warning under every compiler and standard it promises.
#
# usage: compile.sh DLPACK_INCLUDE DEPS
#   DLPACK_INCLUDE  the folder with dlpack/dlpack.h that the project is built with
#   DEPS            the folder with dlpack-1.0/include and its like
set -eu

dlpack=$1
deps=$2
here=$(dirname "$0")
generated=$here/../../generated
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wswitch -Werror -Wfatal-errors'
compiled=0

# compile COMPILER STANDARD SOURCE FLAGS...: "-" is the generated header, alone, twice
compile() {
  compiler=$1 standard=$2 source=$3
  shift 3
  case $standard in
  c++*) language=c++ style=-Wold-style-cast ;;
  *) language=c style= ;;
  esac
  # shellcheck disable=SC2086 # lists of flags
  printf '#include "dltab_dtypes.h"\n#include "dltab_dtypes.h"\n' |
    $compiler "-std=$standard" $warnings $style "$@" -O2 -x $language -c -o /dev/null "$source" || {
    echo "oracles: $compiler -std=$standard $* $source: failed" >&2
    exit 1
  }
  compiled=$((compiled + 1))
}

each_release() {
  for minor in 0 1 2; do
    compile "$1" "$2" "$here/dlpack_header.c" "-DRELEASE_MINOR=$minor" \
      -isystem "$deps/dlpack-1.$minor/include"
  done
  compile "$1" "$2" "$here/dlpack_header.c" -isystem "$dlpack"

  # The table needs 1.1; refuses_1_0 sees to the rest.
  for include in "$deps/dlpack-1.1/include" "$deps/dlpack-1.2/include" "$dlpack"; do
    compile "$1" "$2" - -I"$generated" -isystem "$include"
  done
}

refuses_1_0() {
  if printf '#include "dltab_dtypes.h"\n' |
    gcc -std=c11 -I"$generated" -isystem "$deps/dlpack-1.0/include" -fsyntax-only -x c - 2>"$1"; then
    echo "oracles: the generated header compiles against DLPack 1.0, whose codes are too few" >&2
    exit 1
  fi
  grep -q '#error' "$1" || {
    cat "$1" >&2
    echo "oracles: against DLPack 1.0 the generated header ends without an #error of its own" >&2
    exit 1
  }
}

for standard in c11 c17; do
  each_release gcc "$standard"
  each_release clang "$standard"
done
for standard in c++17 c++20; do
  each_release g++ "$standard"
  each_release clang++ "$standard"
done

log=$(mktemp)
trap 'rm -f "$log"' EXIT
refuses_1_0 "$log"

echo "oracles: headers: $compiled compilations without a warning; DLPack 1.0 refused"
