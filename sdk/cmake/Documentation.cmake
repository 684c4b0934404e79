# The documentation's site, <build>/documentation/site: cmake --build build --target opdk_site. Its tools are optional:
# without them the target says which Debian packages are missing. sdk/docs/site has the sources.
add_custom_target(opdk_site
  COMMAND ${OPDK_PYTHON} -B ${PROJECT_SOURCE_DIR}/sdk/docs/site/build.py ${PROJECT_SOURCE_DIR}
    ${PROJECT_BINARY_DIR}/documentation ${PROJECT_VERSION}
  USES_TERMINAL VERBATIM)
