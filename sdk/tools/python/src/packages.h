// The packages that the module works with.
#pragma once

#include "opdk/packages.h"

namespace opdk::python {

// Of the last load. Raises OpdkError E1001 before the first one.
Packages LoadedPackages();

}  // namespace opdk::python
