// The parts of a shared library's file that are read before any of its code runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "opdk/input_file.h"
#include "opdk/status.h"

namespace opdk {

// A package's note (opdk/package_note.h). A missing key is empty; for the ABI it is 0.
struct PackageNote {
  uint32_t abi_version = 0;
  std::string sdk_version;
  std::string compiler_abi;
  std::string name;
  std::string vendor;
  std::string version;
};

struct ElfFile {
  // Names that the library defines and exports, from its dynamic symbol table, which stripped files have too.
  // Boost.DLL's library_info isn't used: version 1.74 reads only .symtab, which stripped libraries lack, and takes the
  // names from the last string table in the file.
  std::vector<std::string> exports;
  std::vector<std::string> needed;  // DT_NEEDED
  std::string runpath;              // DT_RUNPATH or DT_RPATH, "" for none
  std::optional<PackageNote> note;
};

// Errors: E1002 (can't be read, a directory, a pipe), E5001 (not an ELF file, not a shared library, another
// architecture, truncated).
Result<ElfFile> ReadElfFile(const InputFile& library);
Result<ElfFile> ReadElfFile(const std::string& path);

// Returns the architecture that this program was built for, as manifests of packages name it: "x86-64", "AArch64".
std::string MachineName();

}  // namespace opdk
