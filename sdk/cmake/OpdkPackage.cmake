# opdk_add_operator_package(NAME
#   [VENDOR vendor] [VERSION version] [ROOT directory] [PRIORITY n]
#   [LINK_LIBRARIES library…] [OUTPUT_DIRECTORY directory] [INSTALL_DIR directory])
#
# Builds one operator package, lib<NAME>.so, from the four folders below ROOT (default: the current source directory):
#   op_proto/**.cc  op_impl/{ai_core,ai_cpu}/**.cc  plugins/**.cc  op_info/**.yaml (embedded)
# Its identity and the library's path are left in <binary directory>/opdk/NAME.json.
# New files are picked up by the next build; folders may be missing. Sources include each other from ROOT
# ("op_proto/activation/mish.h"). Nothing but the entry symbol opdk_package is exported.
#   PRIORITY          among packages of one plugin directory the lower number wins (default 0); config.yaml outranks it
#   LINK_LIBRARIES    beyond opdk::sdk, Eigen and OpenMP: onnx for a plugin that reads ONNX messages, say
#   OUTPUT_DIRECTORY  where the build puts the library, a plugin directory for example
#   INSTALL_DIR       adds an install rule for it

function(opdk_add_operator_package name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "VENDOR;VERSION;ROOT;PRIORITY;OUTPUT_DIRECTORY;INSTALL_DIR" "LINK_LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "opdk_add_operator_package(${name}): what is '${arg_UNPARSED_ARGUMENTS}' "
      "${arg_KEYWORDS_MISSING_VALUES}? Known: VENDOR VERSION ROOT PRIORITY LINK_LIBRARIES OUTPUT_DIRECTORY INSTALL_DIR")
  endif()
  if(NOT DEFINED arg_VENDOR)
    set(arg_VENDOR customize)
  endif()
  if(NOT DEFINED arg_VERSION)
    set(arg_VERSION 0.0.0)
  endif()
  if(NOT DEFINED arg_PRIORITY)
    set(arg_PRIORITY 0)
  endif()
  if(NOT DEFINED arg_ROOT)
    set(arg_ROOT ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  get_filename_component(root ${arg_ROOT} ABSOLUTE)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${root}/op_proto/*.cc ${root}/op_impl/ai_core/*.cc
    ${root}/op_impl/ai_cpu/*.cc ${root}/plugins/*.cc)
  file(GLOB_RECURSE infos CONFIGURE_DEPENDS ${root}/op_info/*.yaml)

  # The generated definition: identity, operator information, this library's registrations.
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${name}_package)
  set(entry ${directory}/package.cc)
  set(list ${directory}/op_info.txt)
  list(JOIN infos "\n" listed)
  file(CONFIGURE OUTPUT ${list} CONTENT "${listed}" @ONLY)
  set(embed ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedPackage.cmake)
  add_custom_command(OUTPUT ${entry}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${entry} -D ROOT=${root} -D LIST=${list} -D NAME=${name} -D VENDOR=${arg_VENDOR}
      -D VERSION=${arg_VERSION} -D PRIORITY=${arg_PRIORITY} -P ${embed}
    DEPENDS ${infos} ${list} ${embed}
    COMMENT "Embedding the operator information of ${name}" VERBATIM)

  add_library(${name} SHARED ${sources} ${entry})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} PRIVATE ${root})
  target_link_libraries(${name} PRIVATE opdk::sdk Eigen3::Eigen OpenMP::OpenMP_CXX ${arg_LINK_LIBRARIES})
  set(exports ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/package.map)
  target_link_options(${name} PRIVATE LINKER:--no-undefined LINKER:--version-script=${exports})
  set_target_properties(${name} PROPERTIES
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON
    LINK_DEPENDS ${exports} PREFIX lib SUFFIX .so)
  # What `opdk build` and the commands after it read: where the library of this package is.
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/opdk/${name}.json CONTENT
    "{\"name\": \"${name}\", \"vendor\": \"${arg_VENDOR}\", \"version\": \"${arg_VERSION}\", \"root\": \"${root}\", \"library\": \"$<TARGET_FILE:${name}>\"}\n")
  if(DEFINED arg_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${arg_OUTPUT_DIRECTORY})
  endif()
  if(DEFINED arg_INSTALL_DIR)
    install(TARGETS ${name} LIBRARY DESTINATION ${arg_INSTALL_DIR})
  endif()
endfunction()
