# A wheel that holds all of opdk as a build of this tree has it: nothing is compiled for it. OPDK_BUILD names that
# build, which is up to date. Without it the tree's own build directory is taken, and brought up to date, where it has
# the module for this Python and nobody names another opdk (the variable CMAKE_PREFIX_PATH is scikit-build-core's own).
set(OPDK_WHOLE_KIT OFF)
set(named "${OPDK_BUILD}${opdk_DIR}$ENV{OPDK_PREFIX}$ENV{CMAKE_PREFIX_PATH}$ENV{opdk_DIR}")
if(named STREQUAL "")
  cmake_path(SET tree NORMALIZE ${CMAKE_CURRENT_SOURCE_DIR}/../../../build)
  if(EXISTS ${tree}/python/opdk/_core.${SKBUILD_SOABI}.so AND EXISTS ${tree}/CMakeCache.txt)
    set(OPDK_BUILD ${tree})
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${tree} --target opdk_runtime opdk_python
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endif()
if(NOT OPDK_BUILD)
  return()
endif()
if(NOT EXISTS ${OPDK_BUILD}/python/opdk/_core.${SKBUILD_SOABI}.so)
  message(FATAL_ERROR "${OPDK_BUILD} has no module for this Python (_core.${SKBUILD_SOABI}.so): it was configured for "
    "another one (OPDK_PYTHON)")
endif()
set(OPDK_WHOLE_KIT ON)
message(STATUS "opdk as it was built in ${OPDK_BUILD}")
# Programs, libraries, headers, CMake files, templates and pages go where an environment has such things.
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${OPDK_BUILD}\" --strip
  --prefix \"${SKBUILD_DATA_DIR}\" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)")
# A wheel has no links, and would hold each library under each of its names. It has the Python package itself.
install(CODE "file(REMOVE_RECURSE \"${SKBUILD_DATA_DIR}/share/opdk/ascend\" \"${SKBUILD_DATA_DIR}/share/opdk/python\")")
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" --install \"${OPDK_BUILD}\" --strip --component opdk_python
  --prefix \"${SKBUILD_PLATLIB_DIR}/opdk\" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)")
