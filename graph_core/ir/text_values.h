// Attribute values and tensors in the text form (see README.md for the grammar).
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/text_lexer.h"
#include "opdk/op_desc.h"

namespace opdk::text {

// Returns a name as a text shows it: bare if that is possible, else quoted.
std::string NameText(std::string_view name);

// Returns an attribute's value as text. `max_elements`: see PrintOptions::max_const_elements.
std::string AttrText(const Attr& attr, int64_t max_elements);
std::string AttrMapText(const AttrMap& attrs, int64_t max_elements);
// Returns "float[2](0.5, 1.0)". If all elements are equal: "float[64](0.0 ...)". Types without literals: "complex64[1]
// hex\"…\"".
std::string TensorText(const ge::Tensor& tensor, int64_t max_elements);

// Reads a name or a quoted string. Errors call it `what`.
Result<std::string> ParseName(Lexer& lexer, std::string_view what);
Status Expect(Lexer& lexer, std::string_view symbol);
// Reads "float[1,3]@NCHW of …", or "_".
Result<ge::TensorDesc> ParseDesc(Lexer& lexer);
Result<Attr> ParseAttr(Lexer& lexer);
// Reads attributes from '{' to '}'.
Result<AttrMap> ParseAttrMap(Lexer& lexer);

}  // namespace opdk::text
