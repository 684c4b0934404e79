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
  // Maps the file. Only the bytes that are used are read, because a package may have many megabytes of code. E1002: see
  // InputFile::Open.
  static Result<MappedFile> Open(const std::string& path, const FileKind& kind = kLibraryFile);
  // Maps an open file, which may be closed afterwards.
  static Result<MappedFile> Map(const InputFile& file);
  // Copies the bytes, so that later changes of the file don't reach them. E1002: the file was cut off meanwhile, or
  // there is no memory.
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
