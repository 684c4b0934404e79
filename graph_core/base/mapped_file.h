// A file's bytes in memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graph_core/base/file.h"
#include "opdk/status.h"

namespace opdk {

class MappedFile {
 public:
  // Maps the file: only the bytes that are looked at are read, as a package may have many megabytes of code. E1002 as
  // InputFile::Open says it.
  static Result<MappedFile> Open(const std::string& path, const FileKind& kind = kLibraryFile);
  // The file may be closed afterwards.
  static Result<MappedFile> Map(const InputFile& file);
  // Copies the bytes: nothing that happens to the file later changes them. E1002: it was cut off meanwhile, or no
  // memory is left.
  static Result<MappedFile> Copy(const InputFile& file);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, size_t size) : data_(data), size_(size) {}
  void* data_;
  size_t size_;
};

}  // namespace opdk
