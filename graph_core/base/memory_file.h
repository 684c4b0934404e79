// A file in memory, for output that a library writes to a path and that needs no disk.
#pragma once

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

class MemoryFile {
 public:
  // Makes an empty file. E1002: the system gives none.
  static Result<MemoryFile> Create();
  ~MemoryFile();
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;

  // Returns a path for this process alone, valid while this object lives.
  std::string path() const;
  int file() const { return file_; }
  Result<std::string> Read() const;
  // Appends the bytes. E1002: there is no memory.
  Status Write(std::string_view bytes) const;

 private:
  explicit MemoryFile(int file) : file_(file) {}
  int file_;
};

}  // namespace opdk
