# What `cmake --install` puts where: an opdk that find_package(opdk) finds and whose `opdk` finds the built-in package.
include(CMakePackageConfigHelpers)
set(opdk_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/opdk)

install(TARGETS opdk_sdk opdk_graph_core ascendcl EXPORT opdkTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Opened at run time: the compiler of AI Core kernels, and what its kernels are linked against; what the built-in package is
# linked against.
install(TARGETS opdk_codegen opdk_kernel_runtime opdk_framework_messages LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# The build tree serves find_package(opdk) too: <build>/cmake/opdk.
export(TARGETS opdk_sdk opdk_graph_core ascendcl NAMESPACE opdk:: FILE ${PROJECT_BINARY_DIR}/cmake/opdk/opdkTargets.cmake)
install(EXPORT opdkTargets NAMESPACE opdk:: DESTINATION ${opdk_cmake_dir})
set_target_properties(opdk_sdk PROPERTIES EXPORT_NAME sdk)
set_target_properties(opdk_graph_core PROPERTIES EXPORT_NAME graph_core)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/api/include/ ${PROJECT_SOURCE_DIR}/sdk/host/include/ ${PROJECT_BINARY_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/opdk
  FILES_MATCHING PATTERN "*.h")
if(EXISTS ${PROJECT_SOURCE_DIR}/sdk/templates)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/opdk/templates)
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/opdk)

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
