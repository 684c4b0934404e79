// Loads one operator package, or says why not.
#pragma once

#include <memory>
#include <string>

#include "graph_core/package/package_registry.h"

namespace opdk {

// Reads the file's symbols before loading it, loads it with immediate binding and local scope, and parses its operator
// information. Errors: E5001 not a library of this architecture, E5002 no opdk_package, E5003 another ABI, E5004 a
// symbol or library that nobody provides, E5006 a broken description, E2006 operator information.
Result<std::unique_ptr<Package>> LoadPackage(const std::string& path);

// The E5001/E5003/E5004 that belongs to a dynamic linker's message: names the missing symbol as it is written in C++
// and who should have provided it.
Status ExplainLinkError(const std::string& dlerror_text);

}  // namespace opdk
