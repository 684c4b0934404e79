# The headers by which a project includes CANN's built-in prototypes ("array_ops.h", "all_ops.h" …), made from op_proto.
#   opdk_builtin_prototypes(DIRECTORY)
# They declare the classes (op::Add, op::Data …) and register nothing: the built-in package does that, and a package that
# only uses an operator must not seem to provide it.

# Which header of CANN holds which of our folders and stems.
set(opdk_prototype_headers
  "array_ops:graph/structural array/identity array/shape array/size array/reshape array/squeeze array/unsqueeze array/dropout array/flatten"
  "functional_ops:graph/structural"
  "elewise_calculation_ops:elementwise/* math/unary array/cast"
  "math_ops:math/is_nan math/is_inf"
  "nn_calculation_ops:nn/conv nn/conv_transpose nn/conv_integer nn/convolution"
  "nn_pooling_ops:nn/average_pool nn/max_pool nn/global_pool"
  "nn_norm_ops:norm/softmax norm/layer_normalization norm/instance_normalization"
  "nn_batch_norm_ops:norm/batch_normalization"
  "nonlinear_fuc_ops:activation/*"
  "reduce_ops:reduce/reduce"
  "matrix_calculation_ops:matmul/* array/scatter array/gather_nd"
  "selection_ops:array/gather array/gather_elements array/slice array/tile array/range array/trilu reduce/arg_max reduce/top_k reduce/cum_sum"
  "split_combination_ops:array/concat array/split"
  "transformation_ops:array/transpose array/trans_data array/expand"
  "pad_ops:array/pad array/constant_of_shape"
  "quantize_ops:quantize/*"
  "all_ops:*/*")

function(opdk_builtin_prototypes directory)
  set(root ${PROJECT_SOURCE_DIR}/op_proto)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.h)
  set(prototypes "")
  foreach(source IN LISTS sources)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/${source})
    file(READ ${root}/${source} text)
    if(NOT text MATCHES "REG_OP\\(")
      continue()
    endif()
    list(APPEND prototypes ${source})
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
  foreach(header IN LISTS opdk_prototype_headers)
    string(REGEX MATCH "^([a-z_]+):(.*)$" matched "${header}")
    set(name ${CMAKE_MATCH_1})
    separate_arguments(patterns UNIX_COMMAND "${CMAKE_MATCH_2}")
    set(includes "")
    foreach(pattern IN LISTS patterns)
      string(REPLACE "*" "[a-z_0-9]+" regex "${pattern}")
      foreach(prototype IN LISTS prototypes)
        if(prototype MATCHES "^${regex}\\.h$")
          string(APPEND includes "#include \"builtin_op_proto/${prototype}\"\n")
        endif()
      endforeach()
    endforeach()
    file(CONFIGURE OUTPUT ${directory}/${name}.h @ONLY CONTENT
"// CANN's ${name}.h: the built-in prototypes of that kind which exist here.
#pragma once
${includes}")
  endforeach()
endfunction()
