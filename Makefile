# The goals are listed by `make help`. `deps` is the only word that installs: `make deps GOAL...`
# brings what the other goals need and then makes them.

ifneq ($(filter deps,$(MAKECMDGOALS)),)

# A make of its own for the other goals: what this one knows is from before the installation.
goals := $(filter-out deps,$(MAKECMDGOALS))

.PHONY: deps $(goals)
deps:
	@./deps.sh $(goals)
	$(if $(goals),@$(MAKE) --no-print-directory $(goals))
$(goals): deps
	@:

else

VERSION := 0.1.0
.DEFAULT_GOAL := help

# --- Tools. Asked for when used (=): a plain := would run pkg-config for `make help` too. ---------

CFLAGS ?= -O2 -g
CXXFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Werror
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
DLPACK_INCLUDE ?= build/deps/include
VENV_PYTHON := build/venv/bin/python

# `make lib SPEC=FILE BUILD=DIR` builds it on another spec: headers in DIR/generated, library in DIR.
BUILD ?= build
SPEC ?=
TABLE = $(if $(SPEC),$(BUILD)/generated,generated)
CUDA_INCLUDE ?= $(firstword $(foreach folder,build/deps/cuda/include $(CUDA_HOME)/include \
  $(CUDA_PATH)/include /usr/local/cuda/include,\
  $(if $(wildcard $(folder)/cuda_runtime_api.h),$(folder))))

LUA = $(shell for name in lua5.4 lua-5.4 lua54 lua; do \
  pkg-config --exists "$$name >= 5.4 $$name < 5.5" 2>/dev/null && echo $$name && break; done)
LUA_CFLAGS = $(shell pkg-config --cflags $(LUA))
LUA_LIBS = $(shell pkg-config --libs $(LUA))
CHECK_CFLAGS = $(shell pkg-config --cflags check)
CHECK_LIBS = $(shell pkg-config --libs check)

# $(call need,ANSWER,WHAT,GOAL): when the answer is empty, stop and name the command that brings it.
need = $(if $(strip $(1)),,$(error $(strip $(2)) is missing; `make deps $(3)` brings it))
need-cc = $(call need,$(shell command -v $(firstword $(CC))),a C compiler,$(1))
need-lua = $(call need,$(LUA),Lua 5.4,gen)
need-check = $(call need,$(shell pkg-config --modversion check 2>/dev/null),Check,check)
need-dlpack = $(call need,$(wildcard $(DLPACK_INCLUDE)/dlpack/dlpack.h),\
  $(DLPACK_INCLUDE)/dlpack/dlpack.h,check)
need-header = $(call need,$(wildcard build/deps/$(1)),build/deps/$(1),check)
need-command = $(call need,$(shell command -v $(1)),$(1),$(2))
SITE_PACKAGES = $(wildcard build/venv/lib/python*/site-packages)
need-package = $(call need,$(wildcard $(SITE_PACKAGES)/$(1)),$(1) in build/venv,$(2))

# --- The generator, and once more under the sanitizers for its own tests --------------------------

GEN_SOURCES := $(wildcard gen/*.c)
GEN_OBJECTS := $(GEN_SOURCES:%.c=build/%.o)
GEN_OBJECTS_SANITIZED := $(GEN_SOURCES:%.c=build/sanitized/%.o)
GEN_CFLAGS = -std=c11 $(WARNINGS) -fvisibility=hidden -D_POSIX_C_SOURCE=200809L \
  -D_XOPEN_SOURCE=700 -DDLTAB_VERSION='"$(VERSION)"' -MMD -MP $(LUA_CFLAGS)

build/dltab: $(GEN_OBJECTS)
	$(call need-lua)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LUA_LIBS)

build/sanitized/dltab: $(GEN_OBJECTS_SANITIZED)
	@$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -o $@ $^ $(LUA_LIBS)

# Other compilers, flags or include folders than last time make anew what depends on them.
FLAGS = $(CC) $(CXX) $(CFLAGS) $(CXXFLAGS) $(LDFLAGS)
TEST_INPUTS = $(FLAGS) $(abspath $(DLPACK_INCLUDE))
LIB_INPUTS = $(TEST_INPUTS) $(RUNTIME_CC) $(RUNTIME_FLAGS) $(TABLE) $(abspath $(CUDA_INCLUDE))
note = @mkdir -p $(@D); echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@

build/flags: FORCE
	$(call note,$(FLAGS))
build/test-flags: FORCE
	$(call note,$(TEST_INPUTS))
$(BUILD)/lib-flags: FORCE
	$(if $(SPEC),$(if $(filter build,$(BUILD)),\
	  $(error SPEC=$(SPEC) needs a BUILD=DIR of its own; build/ holds the default library)))
	$(call note,$(LIB_INPUTS))
.PHONY: FORCE
FORCE:

build/gen/%.o: gen/%.c Makefile build/flags
	$(call need-cc,gen)$(call need-lua)
	@mkdir -p $(@D)
	@$(CC) $(GEN_CFLAGS) $(CFLAGS) -c -o $@ $<

build/sanitized/gen/%.o: gen/%.c Makefile build/flags
	$(call need-cc,gen)$(call need-lua)
	@mkdir -p $(@D)
	@$(CC) $(GEN_CFLAGS) $(CFLAGS) -O1 $(SANITIZE) -c -o $@ $<

# The same objects under a test's main, which makes their allocations fail.
FAULTY_OBJECTS := $(filter-out %/main.o,$(GEN_OBJECTS_SANITIZED)) build/sanitized/gen/renamed_main.o
build/sanitized/gen/renamed_main.o: gen/main.c Makefile build/flags
	@mkdir -p $(@D)
	@$(CC) $(GEN_CFLAGS) $(CFLAGS) -O1 $(SANITIZE) -Dmain=dltab_main -c -o $@ $<

build/sanitized/failing_allocations: tests/gen/failing_allocations.c $(FAULTY_OBJECTS)
	@$(CC) -std=c11 $(WARNINGS) -D_POSIX_C_SOURCE=200809L $(CFLAGS) $(SANITIZE) $(LDFLAGS) \
	  -Wl,--wrap=realloc,--wrap=calloc -o $@ $^ $(LUA_LIBS)

.PHONY: gen
gen: build/dltab
	@build/dltab gen

# --- The library -----------------------------------------------------------------------------------

# A compiler and flags for the library and its tests alone, such as -fsanitize=thread.
RUNTIME_CC ?= $(CC)
RUNTIME_FLAGS ?=

CUDA_SOURCES := $(addprefix runtime/,cuda.c cuda_copy.c cuda_library.c cuda_thread.c)
LIB_SOURCES = $(filter-out $(if $(CUDA_INCLUDE),runtime/cuda_none.c,$(CUDA_SOURCES)),\
  $(wildcard runtime/*.c))
LIB_INCLUDES = -Iruntime -I$(TABLE) -isystem $(DLPACK_INCLUDE) \
  $(if $(CUDA_INCLUDE),-isystem $(CUDA_INCLUDE))
LIB_CFLAGS = -std=c11 $(WARNINGS) -fvisibility=hidden -fPIC -D_GNU_SOURCE $(LIB_INCLUDES) -MMD -MP
LIB_OBJECTS = $(LIB_SOURCES:%.c=$(BUILD)/%.o)
LIB_LIBS := -ldl -lpthread
SONAME := libdltab.so.0

.PHONY: lib lib-table
lib: $(BUILD)/libdltab.a $(BUILD)/libdltab.so
	@echo "lib: $(BUILD)/libdltab.a and $(BUILD)/libdltab.so$(if $(CUDA_INCLUDE),,, without CUDA: \
	  no cuda_runtime_api.h was found; \`make deps lib\` brings it)"

ifneq ($(SPEC),)
lib-table: build/dltab
	@build/dltab gen --quiet --root $(BUILD) --spec $(SPEC)
$(LIB_OBJECTS): lib-table
endif

$(BUILD)/runtime/%.o: runtime/%.c Makefile $(BUILD)/lib-flags
	$(call need-cc,lib)$(call need-dlpack)
	@mkdir -p $(@D)
	@$(RUNTIME_CC) $(LIB_CFLAGS) $(CFLAGS) $(RUNTIME_FLAGS) -c -o $@ $<

$(BUILD)/libdltab.a: $(LIB_OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

$(BUILD)/libdltab.so: $(LIB_OBJECTS)
	@$(RUNTIME_CC) $(CFLAGS) $(RUNTIME_FLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--no-undefined -o $@ $^ $(LIB_LIBS)
	@ln -sf libdltab.so $(BUILD)/$(SONAME)

# --- Tests in C and C++ ---------------------------------------------------------------------------

TEST_FLAGS = -Igenerated -Itests/oracles -isystem $(DLPACK_INCLUDE) $(WARNINGS) -Wswitch -MMD -MP
TEST_C = $(CC) -std=c11 $(TEST_FLAGS) $(CHECK_CFLAGS) $(CFLAGS)
TEST_CXX = $(CXX) -std=c++17 $(TEST_FLAGS) $(CHECK_CFLAGS) $(CXXFLAGS)
UNDEFINED := -fsanitize=undefined -fno-sanitize-recover=all

ORACLES := build/tests/test_dtypes build/tests/test_dtypes_ubsan build/tests/test_dtypes_ubsan_cxx \
  build/tests/scalar_type_executorch
TESTS := build/tests/test_roundtrip $(ORACLES)

$(TESTS): Makefile build/test-flags generated/dltab_dtypes.h | build/tests

build/tests:
	@mkdir -p $@

# 2^32 calls of the importer: 15 seconds with -O2, minutes without, whatever CFLAGS says.
build/tests/test_roundtrip: generated/test_roundtrip.c
	$(call need-cc,check)$(call need-check)$(call need-dlpack)
	@$(TEST_C) -O2 -o $@ $< $(CHECK_LIBS)

build/tests/test_dtypes: tests/oracles/test_dtypes.c
	$(call need-cc,check)$(call need-check)$(call need-dlpack)
	@$(TEST_C) -o $@ $< $(CHECK_LIBS)

build/tests/test_dtypes_ubsan: tests/oracles/test_dtypes.c
	$(call need-cc,check)$(call need-check)$(call need-dlpack)
	@$(TEST_C) $(UNDEFINED) -o $@ $< $(CHECK_LIBS)

build/tests/test_dtypes_ubsan_cxx: tests/oracles/test_dtypes.c
	$(call need-command,$(CXX),check)$(call need-check)$(call need-dlpack)
	@$(TEST_CXX) $(UNDEFINED) -x c++ -o $@ $< $(CHECK_LIBS)

EXECUTORCH := executorch/include/executorch/runtime/core/portable_type
build/tests/scalar_type_executorch: tests/oracles/scalar_type_executorch.cc
	$(call need-command,$(CXX),check)$(call need-dlpack)
	$(call need-header,$(EXECUTORCH)/scalar_type.h)
	@$(TEST_CXX) -DC10_USING_CUSTOM_GENERATED_MACROS -isystem build/deps/executorch/include \
	  -isystem build/deps/$(EXECUTORCH)/c10 -o $@ $<

build/tests/scalar_type_torch: tests/peers/scalar_type_torch.cc Makefile build/test-flags \
  generated/dltab_dtypes.h | build/tests
	$(call need-command,$(CXX),check-peers)$(call need-dlpack)
	$(call need-package,torch,check-peers)
	@$(TEST_CXX) -isystem $(SITE_PACKAGES)/torch/include -o $@ $<

# --- Tests of the library -------------------------------------------------------------------------

# Programs of suites, each out of the files that begin with its name. What they need besides the library
# is built with the same flags; the stand-in for libcudart is one and the same for all.
STANDIN := build/tests/libcudart_standin.so
RUNTIME_TESTS = $(BUILD)/tests/test_cpu $(BUILD)/tests/test_cuda
RUNTIME_SOURCES = $(filter-out tests/runtime/test_standin%,$(wildcard tests/runtime/test_*.c))
RUNTIME_OBJECTS = $(RUNTIME_SOURCES:%.c=$(BUILD)/%.o)

$(BUILD)/tests/runtime/%.o: tests/runtime/%.c Makefile $(BUILD)/lib-flags
	$(call need-cc,check)$(call need-check)$(call need-dlpack)
	$(call need,$(CUDA_INCLUDE),cuda_runtime_api.h,check)
	@mkdir -p $(@D)
	@$(RUNTIME_CC) $(LIB_CFLAGS) -Itests/oracles $(CHECK_CFLAGS) $(CFLAGS) $(RUNTIME_FLAGS) -c -o $@ $<

ifneq ($(SPEC),)
$(RUNTIME_OBJECTS): lib-table
endif

.PHONY: runtime-tests
runtime-tests: $(RUNTIME_TESTS)
RUNTIME_LINK = @$(RUNTIME_CC) $(CFLAGS) $(RUNTIME_FLAGS) $(LDFLAGS) -o $@ $^ $(CHECK_LIBS) $(LIB_LIBS)

$(BUILD)/tests/test_cpu: $(filter-out $(BUILD)/tests/runtime/test_cuda%,$(RUNTIME_OBJECTS)) \
  $(BUILD)/libdltab.a
	$(RUNTIME_LINK) -Wl,--wrap=malloc

$(BUILD)/tests/test_cuda: $(filter $(BUILD)/tests/runtime/test_cuda%,$(RUNTIME_OBJECTS)) \
  $(BUILD)/libdltab.a $(STANDIN)
	$(RUNTIME_LINK) -Wl,-rpath,$(CURDIR)/build/tests

STANDIN_CFLAGS = -std=c11 $(WARNINGS) -D_GNU_SOURCE -isystem $(CUDA_INCLUDE) $(CFLAGS)
$(STANDIN): $(wildcard tests/runtime/standin_*.c) $(wildcard tests/runtime/standin_*.h) Makefile \
  build/flags
	$(call need-cc,check)$(call need,$(CUDA_INCLUDE),cuda_runtime_api.h,check)
	@mkdir -p $(@D)
	@$(CC) $(STANDIN_CFLAGS) -fvisibility=hidden -fPIC -shared -pthread -o $@ $(filter %.c,$^)

build/tests/test_standin: $(wildcard tests/runtime/test_standin*.c) tests/runtime/test_standin.h \
  $(STANDIN)
	$(call need-check)
	@$(CC) $(STANDIN_CFLAGS) $(CHECK_CFLAGS) -o $@ $(filter %.c %.so,$^) $(CHECK_LIBS) -pthread \
	  -Wl,-rpath,$(CURDIR)/build/tests

build/tests/check_gpu: tests/runtime/gpu/check_gpu.c build/libdltab.a Makefile
	$(call need-check)
	@mkdir -p $(@D)
	@$(CC) $(LIB_CFLAGS) $(CHECK_CFLAGS) $(CFLAGS) -o $@ $(filter %.c %.a,$^) $(CHECK_LIBS) $(LIB_LIBS)

.PHONY: check-cuda
check-cuda: build/tests/check_gpu
	$(call need,$(CUDA_INCLUDE),cuda_runtime_api.h,check-cuda)
	@$<

# The same suites on every build that could differ: sanitizers, another compiler, a table with elements
# of less than a byte, an older dlpack.h. Jobs of its own, unless this make was given some.
JOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))
VARIANT = +@$(MAKE) --no-print-directory -s $(JOBS) runtime-tests
SUBBYTE := tests/spec/subbyte/subbyte.lua
RUN_SUITES = DLTAB_CUDART=$(STANDIN) DLTAB_REAL_CUDART=$(wildcard build/deps/cuda/lib/libcudart.so.13)

.PHONY: check-runtime
check-runtime: build/tests/test_standin build/tests/check_gpu
	$(call need-command,clang,check)$(call need-command,valgrind,check)
	$(call need-header,dlpack-1.1/include/dlpack/dlpack.h)
	@$<
	@$(RUN_SUITES) build/tests/check_gpu
	$(VARIANT)
	$(VARIANT) BUILD=build/runtime-threads RUNTIME_FLAGS='-O1 -fsanitize=thread'
	$(VARIANT) BUILD=build/runtime-sanitized RUNTIME_FLAGS='-O1 $(SANITIZE)'
	$(VARIANT) BUILD=build/runtime-subbyte RUNTIME_FLAGS='-O1 $(SANITIZE) -DSUBBYTE' SPEC=$(SUBBYTE)
	$(VARIANT) BUILD=build/runtime-clang RUNTIME_CC=clang
	$(VARIANT) BUILD=build/runtime-dlpack-1.1 DLPACK_INCLUDE=build/deps/dlpack-1.1/include
	@set -e; for variant in build build/runtime-sanitized build/runtime-subbyte build/runtime-clang \
	  build/runtime-dlpack-1.1; do for suite in test_cpu test_cuda; do \
	    echo "$$variant/tests/$$suite"; $(RUN_SUITES) ASAN_OPTIONS=handle_segv=0:allocator_may_return_null=1 $$variant/tests/$$suite; \
	  done; done
	@echo build/runtime-threads/tests/test_cpu; $(RUN_SUITES) CK_RUN_CASE=threads \
	  build/runtime-threads/tests/test_cpu
	@for suite in test_cpu test_cuda; do echo "valgrind build/tests/$$suite"; \
	  $(RUN_SUITES) CK_TIMEOUT_MULTIPLIER=20 CK_EXCLUDE_TAGS=dies valgrind -q --error-exitcode=9 --leak-check=full \
	    --errors-for-leak-kinds=definite,indirect build/tests/$$suite || exit 1; done

# generated/ is source to all that follows. Only where gen is a goal too must it have run before;
# the empty recipe makes make look at the files again.
GENERATED := $(addprefix generated/,dltab_dtypes.h dltab_framework.h test_roundtrip.c)
ifneq ($(filter gen,$(MAKECMDGOALS)),)
$(GENERATED): gen ;
check-stale $(LIB_OBJECTS) $(RUNTIME_OBJECTS): | gen
endif

# --- check ----------------------------------------------------------------------------------------

# Without MAKEFLAGS: a make that a test starts is none of this one's.
PYTEST = env -u MAKEFLAGS -u MAKELEVEL PYTHONDONTWRITEBYTECODE=1 CC='$(CC)' CXX='$(CXX)' \
  DLTAB='$(CURDIR)/build/dltab' DLTAB_SANITIZED='$(CURDIR)/build/sanitized/dltab' \
  FAILING_ALLOCATIONS='$(CURDIR)/build/sanitized/failing_allocations' \
  DLPACK_INCLUDE='$(abspath $(DLPACK_INCLUDE))' DLPACK_DEPS='$(CURDIR)/build/deps' $(VENV_PYTHON) -m pytest

.PHONY: check check-stale check-roundtrip check-oracles check-peers

# pytest comes last, so that its own line closes the run.
check: check-stale check-warnings check-roundtrip check-oracles check-runtime build/sanitized/dltab \
  build/sanitized/failing_allocations
	$(call need-package,pytest,check)$(call need-package,xdist,check)
	@$(PYTEST) -n $(shell nproc) --dist loadfile tests/gen

check-stale: build/dltab
	@build/dltab check

check-roundtrip: build/tests/test_roundtrip
	@echo "roundtrip: all 2^32 DLDataTypes through the importer, about 15 seconds"
	@$<

check-oracles: $(ORACLES)
	$(foreach release,1.0 1.1 1.2,$(call need-header,dlpack-$(release)/include/dlpack/dlpack.h))
	$(call need-command,clang++,check)
	@set -e; for oracle in $^; do $$oracle; done
	@tests/oracles/compile.sh $(DLPACK_INCLUDE) build/deps

# Every source once more by the compilers and at the levels that CC and CFLAGS are not.
.PHONY: check-warnings
check-warnings:
	$(call need-command,clang,check)$(call need-command,gcc,check)
	@tests/warnings.sh "$(subst ",\",$(filter-out -MMD -MP,$(GEN_CFLAGS)))" $(GEN_SOURCES) & generator=$$!; \
	tests/warnings.sh '$(filter-out -MMD -MP,$(LIB_CFLAGS))' $(LIB_SOURCES) runtime/cuda_none.c && \
	wait $$generator
	@echo "warnings: none, by gcc and clang, optimized and not"

check-peers: build/tests/scalar_type_torch
	$(call need-package,pytest,check-peers)$(call need-package,numpy,check-peers)
	@$<
	@$(PYTEST) tests/peers

# --- bench -----------------------------------------------------------------------------------------

.PHONY: bench
bench: build/dltab build/bench/measure build/bench/runtime
	$(call need-package,pytest,bench)
	@$(VENV_PYTHON) tests/bench/bench_gen.py build/dltab build/bench/measure
	@$(VENV_PYTHON) tests/bench/bench_runtime.py build/bench/runtime

build/bench/runtime: tests/bench/bench_runtime.c build/libdltab.a build/lib-flags
	@mkdir -p $(@D)
	@$(CC) $(LIB_CFLAGS) $(CFLAGS) -o $@ $< build/libdltab.a $(LIB_LIBS)

build/bench/measure: tests/bench/measure.c build/flags
	@mkdir -p $(@D)
	@$(CC) -std=c11 $(WARNINGS) -D_DEFAULT_SOURCE $(CFLAGS) -o $@ $<

# --- Housekeeping ---------------------------------------------------------------------------------

# Hand-written alone: templates look like C and are none.
C_FILES = $(shell find gen runtime tests -path gen/templates -prune -o \( -name '*.[ch]' -o -name '*.cc' \) -print)
LUA_FILES := spec gen/outputs.lua
SHELL_FILES := deps.sh .ci/run $(wildcard tests/*.sh tests/*/*.sh)

# The program finds what it needs from where it lies: PREFIX/bin/dltab beside PREFIX/share/dltab.
PREFIX ?= /usr/local
DATA = $(DESTDIR)$(PREFIX)/share/dltab
INSTALLED = $(DESTDIR)$(PREFIX)/bin/dltab $(DESTDIR)$(PREFIX)/share/man/man1/dltab.1 $(DATA) \
  $(addprefix $(DESTDIR)$(PREFIX)/,lib/libdltab.a lib/libdltab.so lib/$(SONAME) lib/libdltab.so.$(VERSION) \
  lib/pkgconfig/dltab.pc lib/cmake/dltab $(addprefix include/,$(notdir $(HEADERS))))
HEADERS = runtime/dltab.h $(TABLE)/dltab_dtypes.h $(TABLE)/dltab_framework.h
HAS_DLPACK = $(wildcard $(DLPACK_INCLUDE)/dlpack/dlpack.h)

.PHONY: install install-program install-library uninstall lint format clean help

# The program needs no dlpack.h, and is installed where there is none; the library then is not.
install: install-program $(if $(HAS_DLPACK),install-library)
	@echo "install: dltab $(VERSION) in $(DESTDIR)$(PREFIX)$(if $(HAS_DLPACK),,, without the library: \
	  there is no dlpack.h; \`make deps lib\` brings it)"

install-program: build/dltab
	@install -d $(DATA)/spec $(DATA)/gen/templates $(DESTDIR)$(PREFIX)/bin \
	  $(DESTDIR)$(PREFIX)/share/man/man1
	@install -m 755 build/dltab $(DESTDIR)$(PREFIX)/bin/dltab
	@install -m 644 spec/dlpack.lua $(DATA)/spec
	@install -m 644 gen/outputs.lua $(DATA)/gen
	@install -m 644 gen/templates/* $(DATA)/gen/templates
	@install -m 644 gen/share/dltab.mk gen/share/dltab.cmake $(DATA)
	@install -m 644 gen/share/dltab.1 $(DESTDIR)$(PREFIX)/share/man/man1

LIBDIR = $(DESTDIR)$(PREFIX)/lib
FILL_IN = sed -e 's/@VERSION@/$(VERSION)/' -e 's/@SONAME@/$(SONAME)/'

install-library: $(BUILD)/libdltab.a $(BUILD)/libdltab.so
	@install -d $(LIBDIR)/pkgconfig $(LIBDIR)/cmake/dltab $(DESTDIR)$(PREFIX)/include
	@install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include
	@install -m 644 $(BUILD)/libdltab.a $(LIBDIR)
	@install -m 755 $(BUILD)/libdltab.so $(LIBDIR)/libdltab.so.$(VERSION)
	@ln -sf libdltab.so.$(VERSION) $(LIBDIR)/$(SONAME)
	@ln -sf $(SONAME) $(LIBDIR)/libdltab.so
	@$(FILL_IN) runtime/share/dltab.pc.in >$(LIBDIR)/pkgconfig/dltab.pc
	@$(FILL_IN) runtime/share/dltabConfig.cmake >$(LIBDIR)/cmake/dltab/dltabConfig.cmake
	@$(FILL_IN) runtime/share/dltabConfigVersion.cmake \
	  >$(LIBDIR)/cmake/dltab/dltabConfigVersion.cmake

uninstall:
	@rm -rf $(INSTALLED)
	@echo "uninstall: dltab is gone from $(DESTDIR)$(PREFIX)"

lint:
	$(call need-command,clang-format,lint)$(call need-command,luacheck,lint)
	$(call need-command,shellcheck,lint)
	@clang-format --dry-run -Werror --ferror-limit=1 $(C_FILES)
	@luacheck -q --no-color $(LUA_FILES)
	@shellcheck $(SHELL_FILES)
	@echo "lint: nothing to mend"

format:
	$(call need-command,clang-format,format)
	@clang-format -i $(C_FILES)

# What was downloaded stays.
clean:
	@test ! -d build || find build -mindepth 1 -maxdepth 1 ! -name deps ! -name venv -exec rm -rf {} +

help:
	@echo "usage: make [deps] GOAL..."
	@echo
	@echo "  deps         install what the other goals on the line need; alone: gen, check and lint"
	@echo "  gen          write generated/ and the README's table from spec/"
	@echo "  lib          the library in build/; with SPEC=FILE BUILD=DIR on a table of your own"
	@echo "  check        run every test that needs no framework"
	@echo "  check-peers  compare with torch and NumPy"
	@echo "  check-cuda   the library on the GPU of this machine, if there is one"
	@echo "  bench        time and memory of generator and library, with ratios"
	@echo "  lint         formatting, luacheck, shellcheck"
	@echo "  format       format the C and C++ sources"
	@echo "  clean        remove what was built; downloads stay"
	@echo "  install      program, library, headers, man page and snippets; uninstall removes them"
	@echo
	@echo "  CC CXX CFLAGS CXXFLAGS   as usual"
	@echo "  DLPACK_INCLUDE=DIR       a dlpack/dlpack.h of your own"
	@echo "  PREFIX=/usr/local        where install puts things; DESTDIR= goes before it"
	@echo "  PYTHON=python3.12        the interpreter that deps makes build/venv for"

-include $(GEN_OBJECTS:.o=.d) $(GEN_OBJECTS_SANITIZED:.o=.d) $(LIB_OBJECTS:.o=.d) $(wildcard build/tests/*.d)

endif
