# find_package(dltab) gives the targets dltab::dltab (shared) and dltab::static.
#
# dltab.h includes dlpack/dlpack.h, which is yours to provide: found in CMAKE_PREFIX_PATH or among the
# compiler's own folders, or named by DLTAB_DLPACK_INCLUDE_DIR.

include(CMakeFindDependencyMacro)
find_dependency(Threads)

get_filename_component(_dltab_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_path(DLTAB_DLPACK_INCLUDE_DIR dlpack/dlpack.h)
set(_dltab_include "${_dltab_prefix}/include")
if(DLTAB_DLPACK_INCLUDE_DIR)
  list(APPEND _dltab_include "${DLTAB_DLPACK_INCLUDE_DIR}")
endif()

if(NOT TARGET dltab::dltab)
  add_library(dltab::dltab SHARED IMPORTED)
  set_target_properties(dltab::dltab PROPERTIES
    IMPORTED_LOCATION "${_dltab_prefix}/lib/libdltab.so"
    IMPORTED_SONAME "@SONAME@"
    INTERFACE_INCLUDE_DIRECTORIES "${_dltab_include}")

  add_library(dltab::static STATIC IMPORTED)
  set_target_properties(dltab::static PROPERTIES
    IMPORTED_LOCATION "${_dltab_prefix}/lib/libdltab.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_dltab_include}"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS}")
endif()

unset(_dltab_prefix)
unset(_dltab_include)
