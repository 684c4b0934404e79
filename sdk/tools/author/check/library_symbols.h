// A library's imports and writable variables, from its file's symbol tables.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::author {

// A variable that can be written once the library is loaded. Its name is mangled.
struct WritableObject {
  std::string symbol;
  bool of_thread = false;  // thread_local
};

struct LibrarySymbols {
  std::vector<std::string> imports;     // mangled names that other libraries must define
  std::vector<WritableObject> objects;  // local ones too
  bool stripped = false;                // the table that has the objects was removed
};

// Reads the symbols of a library that ReadElfFile accepts. E1002, E5001.
Result<LibrarySymbols> ReadLibrarySymbols(const std::string& library);

}  // namespace opdk::author
