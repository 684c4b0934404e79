// The packages that the module works with.
#pragma once

#include <memory>

#include "graph_core/package/package_registry.h"

namespace opdk::python {

// Of the last load. Raises OpdkError E1001 before the first one.
std::shared_ptr<const PackageRegistry> LoadedPackages();

}  // namespace opdk::python
