// MindIR's messages as the importer's values.
#pragma once

#include <string>

#include "graph/tensor.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "plugins/mindspore/parser/mind_ir.pb.h"

namespace opdk::mindspore_plugin {

// Returns E2001.
inline Status Invalid(const std::string& why) { return Status(ErrorCode::kModelInvalid, why); }

// Returns the SDK's type of a MindIR type. DT_UNDEFINED: the SDK has no such type.
ge::DataType DataTypeOf(int32_t mindir_type);
// Returns the desc of a tensor. Unknown dimensions are -1.
ge::TensorDesc DescOf(const mindir::TensorProto& tensor);
// Returns a tensor with its data. E2001: the element type isn't supported, the data's size isn't the shape's, or the
// data are compressed or in another file.
Result<ge::Tensor> TensorOf(const mindir::TensorProto& tensor);
// Returns a scalar or a list of scalars. E2001: the attribute is neither, such as a list of lists or of both numbers
// and texts.
Result<Attr> AttrOf(const mindir::AttributeProto& attribute);

}  // namespace opdk::mindspore_plugin
