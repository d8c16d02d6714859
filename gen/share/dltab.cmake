# For a project that has its dtypes in a spec of its own: regenerates when the spec, a template or the
# outputs list changes, and only then. In its CMakeLists.txt:
#
#   include(/usr/local/share/dltab/dltab.cmake)
#   dltab_generate(my_dtypes OUTPUTS generated/dltab_dtypes.h)
#   add_dependencies(my_library my_dtypes)
#
# dltab_generate(TARGET OUTPUTS FILE... [ROOT DIR] [FLAGS OPTION...])
#
#   TARGET   a target that runs dltab gen where that is due
#   OUTPUTS  what it writes, below the root; at least one
#   ROOT     where spec/ is, below the current source folder or absolute (default: that folder)
#   FLAGS    further options, such as --max-dlpack 1.0
#
# Needs CMake 3.21 (for DEPFILE with every generator). DLTAB_PROGRAM names the program; else it is
# looked for beside this file's installation and in PATH.

cmake_minimum_required(VERSION 3.21)

find_program(DLTAB_PROGRAM dltab HINTS "${CMAKE_CURRENT_LIST_DIR}/../../bin" REQUIRED)

function(dltab_generate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOT" "OUTPUTS;FLAGS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_OUTPUTS)
    message(FATAL_ERROR "dltab_generate(TARGET OUTPUTS FILE... [ROOT DIR] [FLAGS OPTION...])")
  endif()
  if(NOT arg_ROOT)
    set(arg_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  cmake_path(ABSOLUTE_PATH arg_ROOT BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.dltab")
  set(outputs ${arg_OUTPUTS})
  list(TRANSFORM outputs PREPEND "${arg_ROOT}/")
  # Outputs that would stay the same keep their time, so the stamp says when dltab last ran.
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs}
    COMMAND "${DLTAB_PROGRAM}" gen --root "${arg_ROOT}" ${arg_FLAGS} --depfile "${stamp}.d"
            --stamp "${stamp}"
    DEPFILE "${stamp}.d"
    COMMENT "dltab gen, for ${target}"
    VERBATIM)
  add_custom_target(${target} DEPENDS "${stamp}")
endfunction()
