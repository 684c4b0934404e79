// Names of helper attributes and the mapping of dtypes, for both directions of the protobuf form.
#pragma once

#include <string_view>

#include "graph/types.h"
#include "graph_core/ir/ge_ir.pb.h"

namespace opdk::proto {

// Attributes for data without a field in the messages. GE's own names come first.
inline constexpr std::string_view kIrAttrNames = "_ir_attr_names";
inline constexpr std::string_view kIrInputsKey = "_ir_inputs_key";
inline constexpr std::string_view kIrInputsValue = "_ir_inputs_value";
inline constexpr std::string_view kIrOutputsKey = "_ir_outputs_key";
inline constexpr std::string_view kIrOutputsValue = "_ir_outputs_value";
inline constexpr std::string_view kInputNameKey = "_input_name_key";
inline constexpr std::string_view kInputNameValue = "_input_name_value";
inline constexpr std::string_view kOutputNameKey = "_output_name_key";
inline constexpr std::string_view kOutputNameValue = "_output_name_value";
inline constexpr std::string_view kOptionalInputs = "_opt_input";
// On a TensorDescriptor.
inline constexpr std::string_view kOriginShape = "origin_shape";
inline constexpr std::string_view kOriginShapeInitialized = "origin_shape_initialized";
inline constexpr std::string_view kOriginFormat = "origin_format";
inline constexpr std::string_view kOriginFormatInt = "origin_format_for_int";
inline constexpr std::string_view kFormatInt = "format_for_int";
inline constexpr std::string_view kShapeRange = "shape_range";
inline constexpr std::string_view kDataType = "__tensor_desc_data_type__";
// opdk's own attributes: attributes declared without a value, and the placement of a node (engine, package, kernel).
inline constexpr std::string_view kUnsetAttrs = "_opdk_unset_attrs";
inline constexpr std::string_view kPlacement = "_opdk_placement";
// The name of a region's graph. GraphDef.name holds the name of its instance.
inline constexpr std::string_view kRegionGraphName = "_opdk_region_graph_name";
inline constexpr std::string_view kRegionNames = "_opdk_region_names";

// Values of _ir_inputs_value. The values of _ir_outputs_value are 0 (required) and 1 (dynamic).
inline constexpr int64_t kIrRequired = 0;
inline constexpr int64_t kIrOptional = 1;
inline constexpr int64_t kIrDynamic = 2;
inline constexpr int64_t kIrDynamicOutput = 1;

// Maps a type to the other enumeration. DT_UNDEFINED: the other enumeration doesn't have the type.
ge::proto::DataType ToProto(ge::DataType dtype);
ge::DataType FromProto(ge::proto::DataType dtype);

}  // namespace opdk::proto
