// MindIR's messages as the importer's values.
#pragma once

#include <string>

#include "graph/tensor.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "plugins/mindspore/parser/mind_ir.pb.h"

namespace opdk::mindspore_plugin {

// E2001.
inline Status Invalid(const std::string& why) { return Status(ErrorCode::kModelInvalid, why); }

// DT_UNDEFINED for one that has none here.
ge::DataType DataTypeOf(int32_t mindir_type);
// Unknown dimensions are -1.
ge::TensorDesc DescOf(const mindir::TensorProto& tensor);
// E2001: an element type that isn't supported, data of another size than the shape's, compressed or in another file.
Result<ge::Tensor> TensorOf(const mindir::TensorProto& tensor);
// Scalars and lists of them. E2001: what is neither, such as a list of lists or of both numbers and texts.
Result<Attr> AttrOf(const mindir::AttributeProto& attribute);

}  // namespace opdk::mindspore_plugin
