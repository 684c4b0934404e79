# `cmake --install` makes an opdk that find_package(opdk) finds and whose `opdk` finds the built-in package.
include(CMakePackageConfigHelpers)

install(TARGETS opdk_sdk opdk_graph_core EXPORT opdkTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Opened at run time: the compiler of AI Core kernels, and what its kernels are linked against; what the built-in
# package is linked against.
install(TARGETS opdk_codegen opdk_kernel_runtime opdk_framework_messages LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# The build tree serves find_package(opdk) too: <build>/cmake/opdk.
export(TARGETS opdk_sdk opdk_graph_core NAMESPACE opdk:: FILE ${PROJECT_BINARY_DIR}/cmake/opdk/opdkTargets.cmake)
install(EXPORT opdkTargets NAMESPACE opdk:: DESTINATION ${opdk_cmake_dir})
set_target_properties(opdk_sdk PROPERTIES EXPORT_NAME sdk)
set_target_properties(opdk_graph_core PROPERTIES EXPORT_NAME graph_core)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/api/include/ ${PROJECT_SOURCE_DIR}/sdk/host/include/ ${PROJECT_BINARY_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/opdk
  FILES_MATCHING PATTERN "*.h")
if(EXISTS ${PROJECT_SOURCE_DIR}/sdk/templates)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/opdk/templates)
endif()

# Pages, and the samples that they lead to: beside sdk in the tree, in share/opdk where they are installed.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/opdk PATTERN site EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/samples DESTINATION ${CMAKE_INSTALL_DATADIR}/opdk
  PATTERN build* EXCLUDE PATTERN __pycache__ EXCLUDE PATTERN quickstart.sh EXCLUDE)
install(CODE "set(pages \"${CMAKE_INSTALL_DATADIR}/doc/opdk\")")
install(CODE [[
  file(GLOB pages "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${pages}/*.md")
  foreach(page IN LISTS pages)
    file(READ "${page}" text)
    string(REPLACE "](../../samples/" "](../../opdk/samples/" installed "${text}")
    if(NOT installed STREQUAL text)
      file(WRITE "${page}" "${installed}")
    endif()
  endforeach()]])

# The sources of the Python package, which pip builds against the opdk that they are installed with.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/tools/python DESTINATION ${CMAKE_INSTALL_DATADIR}/opdk/python/sdk/tools
  PATTERN __pycache__ EXCLUDE)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/python_root/CMakeLists.txt CONTENT
  "# Says the version of the Python package below.\nproject(opdk VERSION ${PROJECT_VERSION} LANGUAGES NONE)\n")
install(FILES ${PROJECT_BINARY_DIR}/python_root/CMakeLists.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/opdk/python)

# The number that -fabi-version takes: 17 where __GXX_ABI_VERSION is 1017.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -x c++ -E -dM /dev/null OUTPUT_VARIABLE OPDK_GXX_ABI
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE ".*__GXX_ABI_VERSION 10*([0-9]+).*" "\\1" OPDK_GXX_ABI "${OPDK_GXX_ABI}")
configure_package_config_file(${PROJECT_SOURCE_DIR}/sdk/cmake/opdkConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/opdk/opdkConfig.cmake INSTALL_DESTINATION ${opdk_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/opdk/opdkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
foreach(file IN ITEMS OpdkPackage.cmake EmbedPackage.cmake SeparateObject.cmake package.map)
  configure_file(${PROJECT_SOURCE_DIR}/sdk/cmake/${file} ${PROJECT_BINARY_DIR}/cmake/opdk/${file} COPYONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/cmake/opdk/opdkConfig.cmake ${PROJECT_BINARY_DIR}/cmake/opdk/opdkConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/sdk/cmake/OpdkPackage.cmake ${PROJECT_SOURCE_DIR}/sdk/cmake/EmbedPackage.cmake
  ${PROJECT_SOURCE_DIR}/sdk/cmake/SeparateObject.cmake
  ${PROJECT_SOURCE_DIR}/sdk/cmake/package.map DESTINATION ${opdk_cmake_dir})
