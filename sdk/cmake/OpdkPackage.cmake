# opdk_add_operator_package(NAME …): builds one operator package. See sdk/cmake/README.md.
