// A file that lies in memory: for what a library writes to a path and no disk need hold.
#pragma once

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

class MemoryFile {
 public:
  // E1002 when the system gives none.
  static Result<MemoryFile> Create();
  ~MemoryFile();
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;

  // For this process alone, while this object lives.
  std::string path() const;
  int file() const { return file_; }
  Result<std::string> Read() const;
  // Behind what it holds already. E1002: there is no memory.
  Status Write(std::string_view bytes) const;

 private:
  explicit MemoryFile(int file) : file_(file) {}
  int file_;
};

}  // namespace opdk
