#!/bin/sh
# Compiles sources by the compilers and at the levels that a build need not use: each warns of something
# else, and warnings are errors.
#
# usage: warnings.sh FLAGS SOURCE...    FLAGS as a shell reads them
set -eu

flags=$1
shift
for build in 'gcc -O0' 'gcc -O3' 'clang -O3'; do
  for source; do
    export source
    eval "$build $flags -c -o /dev/null \"\$source\""
  done
done
