#!/bin/sh
# Installs what the goals given as arguments need and this machine lacks; with none, what gen, check
# and lint need. Called by `make deps GOAL...`, and the only thing in this project that installs.
#
# System packages come by apt-get; on a machine without it they are named, and that is all. Python
# packages go to build/venv, headers to build/deps.
#
#   PYTHON          the interpreter that build/venv is made for (default: python3)
#   DLPACK_INCLUDE  a folder with dlpack/dlpack.h, instead of the one that would be downloaded
set -eu
cd "$(dirname "$0")"

venv=build/venv
goals=${*:-gen check lint}
installed=

say() { echo "deps: $*"; }
die() {
  say "$*" >&2
  exit 1
}

# needs GOAL...: is one of these among the goals?
needs() {
  for goal; do
    case " $goals " in *" $goal "*) return 0 ;; esac
  done
  return 1
}

# --- System packages. Asked for by what they can do: they need not be Debian's. -------------------

has_header() { # COMPILER LANGUAGE HEADER
  echo "#include <$3>" | "$1" -x "$2" -fsyntax-only -
}

has_lua() {
  for name in lua5.4 lua-5.4 lua54 lua; do
    ! pkg-config --exists "$name >= 5.4 $name < 5.5" || return 0
  done
  return 1
}

has_sanitizers() { # COMPILER: clang's are a package of their own
  echo 'int main(void) { return 0; }' |
    "$1" -x c -fsanitize=address,undefined -o build/deps/probe - && rm build/deps/probe
}

has_python() {
  "${PYTHON:-python3}" -c 'import sys; sys.exit(sys.version_info < (3, 10))'
}

has_venv() {
  "${PYTHON:-python3}" -c 'import ensurepip, venv'
}

# lacks PACKAGE TEST...: prints the package, by its name in Debian, when the test fails
lacks() {
  package=$1
  shift
  "$@" >/dev/null 2>&1 || echo "$package"
}

lacking() {
  if needs gen lib install check check-cuda check-peers bench; then
    lacks gcc has_header "${CC:-cc}" c limits.h
    lacks libc6-dev has_header "${CC:-cc}" c stdio.h
    lacks make command -v make
    lacks pkg-config command -v pkg-config
    lacks liblua5.4-dev has_lua
  fi
  if needs check check-peers bench; then
    # The header is compiled by all four, whichever CC and CXX are.
    lacks gcc command -v gcc
    lacks g++ has_header g++ c++ cstdint
    lacks g++ has_header "${CXX:-g++}" c++ cstdint
    lacks clang command -v clang
    lacks clang has_header clang++ c++ cstdint
    case ${CC:-cc} in *clang*) lacks libclang-rt-dev has_sanitizers "$CC" ;; esac
    lacks check pkg-config --exists check
  fi
  # Another interpreter is its owner's to install; make_venv says so.
  if needs lib install check check-cuda check-peers bench && [ -z "${PYTHON:-}" ]; then
    lacks python3 has_python
    lacks python3-venv has_venv
  fi
  if needs check bench; then
    lacks valgrind command -v valgrind
  fi
  if needs lint; then
    lacks lua-check command -v luacheck
    lacks shellcheck command -v shellcheck
  fi
  if needs lint format; then
    lacks clang-format command -v clang-format
  fi
}

apt_get() {
  if [ "$(id -u)" -eq 0 ]; then
    DEBIAN_FRONTEND=noninteractive apt-get -qq "$@"
  else
    sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@"
  fi
}

download_size() {
  LC_ALL=C apt-get -qq --print-uris --no-install-recommends install "$@" |
    awk '{ bytes += $3 } END { printf "%.0f MB", bytes / 1e6 }'
}

install_system_packages() {
  packages=$(lacking | sort -u | paste -sd ' ' -)
  [ -n "$packages" ] || return 0
  say "missing for $goals: $packages"
  if ! command -v apt-get >/dev/null; then
    die "there is no apt-get here: install the above, which are Debian's names, and run this again"
  fi
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    die "installing takes root or sudo: apt-get install $packages"
  fi
  apt_get update
  # shellcheck disable=SC2086 # a list of names
  {
    say "apt-get install $packages ($(download_size $packages) to download)"
    apt_get -y --no-install-recommends install $packages >build/deps/apt.log 2>&1 || {
      cat build/deps/apt.log >&2
      die "apt-get could not install $packages"
    }
  }
  still=$(lacking | sort -u | paste -sd ' ' -)
  [ -z "$still" ] || die "apt-get is done, and yet there is no working $still (CC, CXX?)"
  installed="$installed $packages"
}

# --- Python packages ------------------------------------------------------------------------------

which_python() {
  "$1" -c 'import sys; print(sys.version, sys.base_prefix)' 2>/dev/null
}

# A venv without pip is one whose making was interrupted. Another interpreter is a reason to make it
# anew only when somebody asked for one.
venv_fits() {
  "$venv/bin/python" -c 'import pip' 2>/dev/null || return 1
  [ -z "${PYTHON:-}" ] || [ "$(which_python "$PYTHON")" = "$(which_python "$venv/bin/python")" ]
}

make_venv() {
  ! venv_fits || return 0
  if ! has_python 2>/dev/null || ! has_venv 2>/dev/null; then
    die "PYTHON=${PYTHON:-python3} is no Python 3.10 or newer with venv and ensurepip"
  fi
  say "making $venv with $(command -v "${PYTHON:-python3}")"
  rm -rf "$venv"
  "${PYTHON:-python3}" -m venv "$venv" || die "$venv could not be made"
  installed="$installed $venv"
}

install_python_packages() {
  packages=$("$venv/bin/python" tests/missing_packages.py "$@")
  [ -n "$packages" ] || return 0
  say "pip install $packages, into $venv"
  case " $packages " in *" torch "*)
    say "torch is big: 200 MB where pip finds a CPU build, 3 GB where it finds the one for CUDA"
    ;;
  esac
  case " $packages " in *" cmake "*) say "cmake is 30 MB to download" ;; esac
  # shellcheck disable=SC2086 # a list of names
  "$venv/bin/python" -m pip install -qq -c tests/requirements.txt $packages ||
    die "pip could not install $packages as tests/requirements.txt pins them"
  installed="$installed $packages"
}

# --- Headers --------------------------------------------------------------------------------------

install_headers() {
  while read -r wheel size member folder sha256; do
    case $wheel in
    '#'* | '') continue ;;
    "$(uname -m)":*) ;;
    *:*) continue ;;
    esac
    # The library alone is built with the first dlpack.h and CUDA's headers.
    case $folder in
    include/dlpack | cuda/*) ;;
    *) needs check check-peers bench || continue ;;
    esac
    if [ "$folder" = include/dlpack ] && [ -n "${DLPACK_INCLUDE:-}" ]; then
      [ -e "$DLPACK_INCLUDE/dlpack/dlpack.h" ] ||
        die "DLPACK_INCLUDE=$DLPACK_INCLUDE has no dlpack/dlpack.h"
      continue
    fi
    target=build/deps/$folder
    [ "$(cat "$target/.wheel" 2>/dev/null)" != "$wheel $sha256" ] || continue
    say "headers of $wheel, into $target ($size MB to download)"
    "$venv/bin/python" tests/fetch_header.py "$wheel" "$member" "$target" "$sha256" </dev/null
    installed="$installed $wheel"
  done <tests/headers.txt
}

mkdir -p build/deps
install_system_packages
if needs lib install check check-cuda check-peers bench; then
  make_venv
  install_headers
fi
if needs check check-peers bench; then
  install_python_packages pytest pytest-xdist cmake
fi
if needs check-peers; then
  install_python_packages numpy torch
fi

if [ -n "$installed" ]; then
  # shellcheck disable=SC2086 # to one space between names
  say installed for $goals: $installed
else
  say "nothing is missing for: $goals"
fi
