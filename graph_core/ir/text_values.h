// Attribute values and tensors in the text form (see README.md for the grammar).
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/text_lexer.h"
#include "opdk/op_desc.h"

namespace opdk::text {

// A name as it stands in a text: bare where that is possible, else quoted.
std::string NameText(std::string_view name);

// max_elements: see PrintOptions::max_const_elements.
std::string AttrText(const Attr& attr, int64_t max_elements);
std::string AttrMapText(const AttrMap& attrs, int64_t max_elements);
// "float[2](0.5, 1.0)", all elements alike: "float[64](0.0 ...)", types without literals: "complex64[1] hex\"…\"".
std::string TensorText(const ge::Tensor& tensor, int64_t max_elements);

// A name or a quoted string; `what` names it in the error.
Result<std::string> ParseName(Lexer& lexer, std::string_view what);
Status Expect(Lexer& lexer, std::string_view symbol);
// "float[1,3]@NCHW of …", or "_".
Result<ge::TensorDesc> ParseDesc(Lexer& lexer);
Result<Attr> ParseAttr(Lexer& lexer);
// From '{' to '}'.
Result<AttrMap> ParseAttrMap(Lexer& lexer);

}  // namespace opdk::text
