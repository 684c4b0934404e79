// Loads one operator package, or says why not.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "graph_core/package/elf_file.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Reads the file's symbols and note before loading it, asks `before_loading` (if given), loads it with immediate
// binding and local scope, and parses its operator information. Nothing of a library that is refused before has run,
// and what is loaded is the open file, whatever lies at its path by then; where the path must be used, E5007 when
// another file lies there before or after. Errors: E5001 not a library of this architecture, E5002 no opdk_package,
// E5003 another ABI, E5004 a symbol or library that nobody provides, E5006 a broken description, E2006 operator
// information.
using BeforeLoading = std::function<Status(const InputFile&)>;
Result<std::unique_ptr<Package>> LoadPackage(const InputFile& file, const BeforeLoading& before_loading = {});
Result<std::unique_ptr<Package>> LoadPackage(const std::string& path, const BeforeLoading& before_loading = {});

// Whether the file is an operator package for this opdk, as far as can be told without loading it: E1002, E5001, E5002,
// E5003. Returns what it says of itself.
Result<ElfFile> CheckLibrary(const InputFile& library);

// Whether an open library is loaded by its descriptor: not when its RUNPATH says $ORIGIN, the directory of the path
// that the dynamic linker is given.
bool LoadsByDescriptor(const ElfFile& file);

// The E5001/E5003/E5004 that belongs to a dynamic linker's message: names the missing symbol as it is written in C++
// and who should have provided it.
Status ExplainLinkError(const std::string& dlerror_text);

}  // namespace opdk
