# opdk itself as a Debian package: cmake --build build --target opdk_deb. What the libraries need is found by
# dpkg-shlibdeps (package dpkg-dev); what authors compile with is recommended, so that apt brings it too.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME opdk)
set(CPACK_PACKAGE_CONTACT "opdk <opdk@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "operator development kit: write, prove and run operators of neural networks")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
# AI Core kernels are linked where they run.
set(CPACK_DEBIAN_PACKAGE_DEPENDS binutils)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ (>= 4:12), cmake (>= 3.25), ninja-build, libeigen3-dev")
# The package has the files that `cmake --install` puts there, and the target below builds all of them.
set(CMAKE_SKIP_PACKAGE_ALL_DEPENDENCY ON)
include(CPack)

find_program(OPDK_SHLIBDEPS dpkg-shlibdeps)
if(OPDK_SHLIBDEPS)
  add_custom_target(opdk_deb DEPENDS opdk_runtime
    COMMAND ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake -B ${PROJECT_BINARY_DIR}/deb
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM USES_TERMINAL)
else()
  add_custom_target(opdk_deb COMMAND ${CMAKE_COMMAND} -E echo "dpkg-shlibdeps is missing: apt-get install dpkg-dev"
    COMMAND ${CMAKE_COMMAND} -E false)
endif()
