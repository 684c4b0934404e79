# The headers by which a project includes CANN's built-in prototypes ("array_ops.h", "all_ops.h" …), made from op_proto.
#   opdk_builtin_prototypes(DIRECTORY)
# They declare the classes (op::Add, op::Data …) and register nothing: the built-in package does that, and a package
# that only uses an operator must not seem to provide it. A prototype's header says which of CANN's headers declare what
# is in it: "// CANN declares it in nonlinear_fuc_ops.h."

function(opdk_builtin_prototypes directory)
  set(root ${PROJECT_SOURCE_DIR}/op_proto)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.h)
  set(headers "")
  foreach(source IN LISTS sources)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/${source})
    file(READ ${root}/${source} text)
    if(NOT text MATCHES "REG_OP\\(")
      continue()
    endif()
    if(NOT text MATCHES "// CANN declares (it|these) in ([a-z_., ]+)\\.h\\.\n")
      message(FATAL_ERROR "op_proto/${source} doesn't say which of CANN's headers declares its operators: write "
        "'// CANN declares it in NAME.h.' above '#pragma once'")
    endif()
    string(REGEX REPLACE "\\.h(,| and) " ";" names "${CMAKE_MATCH_2}")
    foreach(name IN ITEMS all_ops ${names})
      if(NOT name MATCHES "^[a-z_]+$")
        message(FATAL_ERROR "op_proto/${source}: '${name}.h' is no header's name; separate names by ', ' or ' and '")
      endif()
      list(APPEND headers ${name})
      string(APPEND includes_${name} "#include \"builtin_op_proto/${source}\"\n")
    endforeach()
    string(REPLACE "#pragma once\n" "" text "${text}")
    file(CONFIGURE OUTPUT ${directory}/builtin_op_proto/${source} @ONLY CONTENT
"// op_proto/${source} of the built-in package, declared and not registered.
#pragma once
#include \"graph/operator_reg.h\"
#pragma push_macro(\"OP_END_FACTORY_REG\")
#undef OP_END_FACTORY_REG
#define OP_END_FACTORY_REG(x) OPDK_END_PROTOTYPE(x)
${text}
#pragma pop_macro(\"OP_END_FACTORY_REG\")
")
  endforeach()
  list(REMOVE_DUPLICATES headers)
  # A header that an earlier configuration made and that no prototype names any more would be installed, too.
  file(GLOB older RELATIVE ${directory} ${directory}/*.h)
  foreach(file IN LISTS older)
    string(REGEX REPLACE "\\.h$" "" name "${file}")
    if(NOT name IN_LIST headers)
      file(REMOVE "${directory}/${file}")
    endif()
  endforeach()
  foreach(name IN LISTS headers)
    file(CONFIGURE OUTPUT ${directory}/${name}.h @ONLY CONTENT
"// CANN's ${name}.h: the built-in prototypes of that kind which exist here.
#pragma once
${includes_${name}}")
  endforeach()
endfunction()
