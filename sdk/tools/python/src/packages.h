// The packages that the module works with.
#pragma once

#include "opdk/packages.h"

namespace opdk::python {

// Returns the packages of the last load. Raises OpdkError E1001 before the first load.
Packages LoadedPackages();

}  // namespace opdk::python
