# A build that counts the lines and branches that its tests run, and the target opdk_coverage, which runs the tests and
# writes the pages. README.md of this folder shows how to use it.

# Makes everything that is built behind this call count. Fails if gcovr is missing or if the compiler isn't g++.
function(opdk_count_coverage)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "OPDK_COVERAGE needs g++, and the compiler is ${CMAKE_CXX_COMPILER_ID}: "
      "set -DCMAKE_CXX_COMPILER=g++ in an empty build directory")
  endif()
  find_program(OPDK_GCOVR gcovr DOC "Program that writes the pages of opdk_coverage")
  if(NOT EXISTS "${OPDK_GCOVR}")
    message(FATAL_ERROR "OPDK_COVERAGE needs the program gcovr: install it with 'apt-get install gcovr', "
      "or with 'python3 -m pip install gcovr' in a virtual environment and -DOPDK_GCOVR=PATH")
  endif()
  string(REGEX MATCH "^[0-9]+" major ${CMAKE_CXX_COMPILER_VERSION})
  find_program(OPDK_GCOV NAMES gcov-${major} gcov REQUIRED DOC "The compiler's reader of counters")
  set(OPDK_COVERAGE_TESTS "." CACHE STRING "Regular expression of the tests that opdk_coverage runs")
  # Threads count together. Inlined calls lose no line at -O1, and the tests end in time.
  set(CMAKE_CXX_FLAGS_RELEASE "-O1" PARENT_SCOPE)
  add_compile_options(--coverage -fprofile-update=atomic -fprofile-abs-path -Wno-maybe-uninitialized)
  add_link_options(--coverage)
endfunction()

# Lists the programs and libraries of `directory` and of the directories below it that `all` builds.
function(opdk_built_targets directory result)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(children DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  set(built)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(left_out ${target} EXCLUDE_FROM_ALL)
    if(type MATCHES "EXECUTABLE|LIBRARY" AND NOT type STREQUAL "INTERFACE_LIBRARY" AND NOT left_out)
      list(APPEND built ${target})
    endif()
  endforeach()
  foreach(child IN LISTS children)
    opdk_built_targets(${child} below)
    list(APPEND built ${below})
  endforeach()
  set(${result} ${built} PARENT_SCOPE)
endfunction()

# Adds the target opdk_coverage. It stands behind all other targets, since the target builds all of them first.
function(opdk_add_coverage_target)
  opdk_built_targets(${PROJECT_SOURCE_DIR} targets)
  add_custom_target(opdk_coverage
    COMMAND ${OPDK_PYTHON} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run.py ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
      --tests ${OPDK_COVERAGE_TESTS} --gcovr ${OPDK_GCOVR} --gcov ${OPDK_GCOV} --ctest ${CMAKE_CTEST_COMMAND}
    USES_TERMINAL VERBATIM)
  if(targets)
    add_dependencies(opdk_coverage ${targets})
  endif()
endfunction()
