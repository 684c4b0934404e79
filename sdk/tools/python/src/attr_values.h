// Attributes as Python values, typed by the prototype.
#pragma once

#include <pybind11/pybind11.h>

#include "opdk/op_desc.h"

namespace opdk::python {

// Raises OpdkError E2009 for a name that the prototype doesn't declare and for a value of another type.
AttrMap AttrsFrom(const OpDesc& prototype, const pybind11::dict& attrs);
// Returns the attribute's value. None: the attribute isn't set, or is a tensor or NamedAttrs.
pybind11::object ToPython(const Attr& attr);

}  // namespace opdk::python
