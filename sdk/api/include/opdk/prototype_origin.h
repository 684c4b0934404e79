// The package that an operator's prototype comes from, and the names of the types that prototypes give attributes.
#pragma once

#include <string>

#include "graph/operator.h"
#include "opdk/op_desc.h"

namespace opdk {

// Notes that `op` was made from a prototype of this package.
void NotePackage(const ge::Operator& op, const std::string& package);
// Returns the package noted for `op`; "" where none was.
std::string PackageOf(const ge::Operator& op);

// Returns CANN's name for the type of an attribute's value ("ListInt"); "" for a value of no type.
const char* TypeToken(const Attr& attr);

}  // namespace opdk
