# opdk_add_operator_package(NAME
#   [VENDOR vendor] [VERSION version] [ROOT directory] [PRIORITY n] [SOURCES file…] [OP_INFO directory]
#   [SEPARATE directory…] [SMALL directory…] [CXX_STANDARD n] [INCLUDE_DIRECTORIES directory…]
#   [DEFINITIONS name…] [LINK_LIBRARIES library…] [OUTPUT_DIRECTORY directory] [INSTALL_DIR directory])
#
# Builds one operator package, lib<NAME>.so, from the four folders below ROOT (default: the current source directory):
#   op_proto/**.cc  op_impl/{ai_core,ai_cpu,graph_fusion}/**.cc  plugins/**.cc  op_info/**.yaml (embedded)
# Its identity and the library's path are left in <binary directory>/opdk/NAME.json.
# New files are picked up by the next build; folders may be missing. Sources include each other from ROOT
# ("op_proto/activation/mish.h"). Nothing but the entry symbol opdk_package is exported.
#   SOURCES           in place of the files found in the folders
#   OP_INFO           in place of ROOT/op_info
#   SEPARATE          each of these directories is linked as if it were a library of its own, as a CANN project's
#                     op_proto, cpukernel and plugins are: equal names in two of them are two things
#   SMALL             sources below these directories are compiled for size in a Release build, which takes less time:
#                     prototypes, plugins, cold kernels
#   CXX_STANDARD      of sources outside op_impl/ai_core (default 20); from 11 for sources that were written for CANN
#   INCLUDE_DIRECTORIES, DEFINITIONS  for every source, beside ROOT
#   PRIORITY          among packages of one plugin directory the lower number wins (default 0); config.yaml outranks it
#   LINK_LIBRARIES    beyond opdk::sdk, Eigen and OpenMP: onnx for a plugin that reads ONNX messages, say
#   OUTPUT_DIRECTORY  where the build puts the library, a plugin directory for example
#   INSTALL_DIR       adds an install rule for it

# Sets how every source of a package is compiled. Reads `includes`, `libraries` and arg_DEFINITIONS of the caller.
macro(opdk_package_compile_options target standard)
  if("${standard}" STREQUAL "" OR "${standard}" EQUAL 20)
    target_compile_features(${target} PRIVATE cxx_std_20)
  else()
    set_target_properties(${target} PROPERTIES CXX_STANDARD ${standard} CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  endif()
  # Unique symbols could not be joined again once the objects are linked apart.
  if(arg_SEPARATE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fno-gnu-unique)
  endif()
  # A crash names the author's line. Builds for debugging have more than lines already.
  if(NOT OPDK_NO_LINE_TABLES AND NOT CMAKE_CXX_FLAGS MATCHES "(^| )-g")
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug,RelWithDebInfo>>:-g1>)
  endif()
  target_include_directories(${target} PRIVATE ${includes})
  target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
  target_link_libraries(${target} PRIVATE ${libraries})
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
endmacro()

# Takes the sources below the directories of SEPARATE out of `sources_variable`, and appends to `parts_variable` one
# object for each directory, in which hidden names are local.
macro(opdk_compile_separately name parts_variable sources_variable)
  set(separate_number 0)
  foreach(separate IN LISTS arg_SEPARATE)
    get_filename_component(separate_directory ${separate} ABSOLUTE BASE_DIR ${root})
    set(separate_sources "")
    foreach(source IN LISTS ${sources_variable})
      string(FIND ${source} ${separate_directory}/ separate_at)
      if(separate_at EQUAL 0)
        list(APPEND separate_sources ${source})
      endif()
    endforeach()
    if(separate_sources)
      list(REMOVE_ITEM ${sources_variable} ${separate_sources})
      math(EXPR separate_number "${separate_number} + 1")
      set(separate_target ${name}_part${separate_number})
      set(separate_object ${CMAKE_CURRENT_BINARY_DIR}/${name}_package/part${separate_number}.o)
      set(separate_script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SeparateObject.cmake)
      add_library(${separate_target} OBJECT ${separate_sources})
      opdk_package_compile_options(${separate_target} "${arg_CXX_STANDARD}")
      add_custom_command(OUTPUT ${separate_object}
        COMMAND ${CMAKE_COMMAND} -D OUTPUT=${separate_object} -D "OBJECTS=$<JOIN:$<TARGET_OBJECTS:${separate_target}>,|>"
          -D LINKER=${CMAKE_LINKER} -D OBJCOPY=${CMAKE_OBJCOPY} -D READELF=${CMAKE_READELF} -P ${separate_script}
        DEPENDS ${separate_target} $<TARGET_OBJECTS:${separate_target}> ${separate_script}
        COMMENT "Linking ${separate} of ${name} apart" VERBATIM)
      set_source_files_properties(${separate_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
      list(APPEND ${parts_variable} ${separate_object})
    endif()
  endforeach()
endmacro()

# Takes the sources below the directories of SMALL out of `sources_variable`, compiles them for size and appends their
# objects to `parts_variable`.
macro(opdk_compile_small name parts_variable sources_variable)
  set(small_sources "")
  foreach(small IN LISTS arg_SMALL)
    get_filename_component(small_directory ${small} ABSOLUTE BASE_DIR ${root})
    foreach(source IN LISTS ${sources_variable})
      string(FIND ${source} ${small_directory}/ small_at)
      if(small_at EQUAL 0)
        list(APPEND small_sources ${source})
      endif()
    endforeach()
  endforeach()
  if(small_sources)
    list(REMOVE_DUPLICATES small_sources)
    list(REMOVE_ITEM ${sources_variable} ${small_sources})
    add_library(${name}_small OBJECT ${small_sources})
    opdk_package_compile_options(${name}_small "${arg_CXX_STANDARD}")
    target_compile_options(${name}_small PRIVATE $<$<CONFIG:Release>:-Os>)
    list(APPEND ${parts_variable} $<TARGET_OBJECTS:${name}_small>)
  endif()
endmacro()

function(opdk_add_operator_package name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "VENDOR;VERSION;ROOT;PRIORITY;OP_INFO;CXX_STANDARD;OUTPUT_DIRECTORY;INSTALL_DIR"
    "LINK_LIBRARIES;SOURCES;SEPARATE;SMALL;INCLUDE_DIRECTORIES;DEFINITIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "opdk_add_operator_package(${name}): what is '${arg_UNPARSED_ARGUMENTS}' "
      "${arg_KEYWORDS_MISSING_VALUES}? Known: VENDOR VERSION ROOT PRIORITY SOURCES OP_INFO SEPARATE SMALL "
      "CXX_STANDARD INCLUDE_DIRECTORIES DEFINITIONS LINK_LIBRARIES OUTPUT_DIRECTORY INSTALL_DIR")
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

  if(DEFINED arg_SOURCES)
    set(sources ${arg_SOURCES})
    list(TRANSFORM sources PREPEND ${root}/ REGEX "^[^/]")
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${root}/op_proto/*.cc ${root}/op_impl/ai_core/*.cc
      ${root}/op_impl/ai_cpu/*.cc ${root}/op_impl/graph_fusion/*.cc ${root}/plugins/*.cc)
  endif()
  if(NOT DEFINED arg_OP_INFO)
    set(arg_OP_INFO ${root}/op_info)
  endif()
  get_filename_component(info_directory ${arg_OP_INFO} ABSOLUTE)
  get_filename_component(info_root ${info_directory} DIRECTORY)
  file(GLOB_RECURSE infos CONFIGURE_DEPENDS ${info_directory}/*.yaml)

  # The generated definition: identity, operator information, this library's registrations.
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${name}_package)
  set(entry ${directory}/package.cc)
  set(list ${directory}/op_info.txt)
  list(JOIN infos "\n" listed)
  file(CONFIGURE OUTPUT ${list} CONTENT "${listed}" @ONLY)
  set(embed ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedPackage.cmake)
  add_custom_command(OUTPUT ${entry}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${entry} -D ROOT=${info_root} -D LIST=${list} -D NAME=${name} -D VENDOR=${arg_VENDOR}
      -D VERSION=${arg_VERSION} -D PRIORITY=${arg_PRIORITY} -P ${embed}
    DEPENDS ${infos} ${list} ${embed}
    COMMENT "Embedding the operator information of ${name}" VERBATIM)

  set(includes ${root} ${arg_INCLUDE_DIRECTORIES})
  list(TRANSFORM includes PREPEND ${root}/ REGEX "^[^/]")
  set(libraries opdk::sdk Eigen3::Eigen OpenMP::OpenMP_CXX ${arg_LINK_LIBRARIES})
  set(parts "")
  opdk_compile_separately(${name} parts sources)
  # Kernels as tensor expressions need C++20 whatever the rest is written in.
  set(kernels ${sources})
  list(FILTER kernels INCLUDE REGEX "/op_impl/ai_core/")
  if(DEFINED arg_CXX_STANDARD AND kernels AND NOT arg_CXX_STANDARD EQUAL 20)
    list(REMOVE_ITEM sources ${kernels})
    add_library(${name}_ai_core OBJECT ${kernels})
    opdk_package_compile_options(${name}_ai_core 20)
    list(APPEND parts $<TARGET_OBJECTS:${name}_ai_core>)
  endif()

  opdk_compile_small(${name} parts sources)

  add_library(${name} SHARED ${sources} ${parts} ${entry})
  opdk_package_compile_options(${name} "${arg_CXX_STANDARD}")
  set(exports ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/package.map)
  target_link_options(${name} PRIVATE LINKER:--version-script=${exports})
  if(NOT OPDK_FUZZ)
    target_link_options(${name} PRIVATE LINKER:--no-undefined)
  endif()
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${exports} PREFIX lib SUFFIX .so)
  # `opdk build` and the commands after it read here where the library of this package is.
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/opdk/${name}.json CONTENT
    "{\"name\": \"${name}\", \"vendor\": \"${arg_VENDOR}\", \"version\": \"${arg_VERSION}\", \"root\": \"${root}\", \"library\": \"$<TARGET_FILE:${name}>\"}\n")
  if(DEFINED arg_OUTPUT_DIRECTORY)
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${arg_OUTPUT_DIRECTORY})
  endif()
  if(DEFINED arg_INSTALL_DIR)
    install(TARGETS ${name} LIBRARY DESTINATION ${arg_INSTALL_DIR})
  endif()
endfunction()
