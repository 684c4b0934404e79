// Loads one operator package, or gives the reason why not.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "graph_core/package/elf_file.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Loads a package. Reads the file's symbols and note, asks `before_loading` (if given), loads the library with
// immediate binding and local scope, and parses its operator information. No code of a library runs that is refused
// before loading. The open file is loaded, even if another file is at its path by then. If the path must be used and
// another file is there before or after, E5007. E5001: not a library of this architecture. E5002: no opdk_package.
// E5003: another ABI. E5004: a missing symbol or library. E5006: a broken description. E2006: operator information.
using BeforeLoading = std::function<Status(const InputFile&)>;
Result<std::unique_ptr<Package>> LoadPackage(const InputFile& file, const BeforeLoading& before_loading = {});
Result<std::unique_ptr<Package>> LoadPackage(const std::string& path, const BeforeLoading& before_loading = {});

// Checks, without loading it, that a file is an operator package for this opdk. Returns its ELF data. E1002, E5001,
// E5002, E5003.
Result<ElfFile> CheckLibrary(const InputFile& library);

// Returns whether an open library is loaded by its descriptor. A library whose RUNPATH contains $ORIGIN isn't: $ORIGIN
// is the directory of the path that the dynamic linker is given.
bool LoadsByDescriptor(const ElfFile& file);

// Turns a dynamic linker's message into E5001, E5003 or E5004. Names a missing symbol as C++ writes it, and the library
// that should have provided it.
Status ExplainLinkError(const std::string& dlerror_text);

}  // namespace opdk
