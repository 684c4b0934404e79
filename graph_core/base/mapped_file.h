// A file's bytes, of which only those that are looked at are read: a package may have many megabytes of code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graph_core/base/file.h"
#include "opdk/status.h"

namespace opdk {

class MappedFile {
 public:
  // E1002 as InputFile::Open says it.
  static Result<MappedFile> Open(const std::string& path, const FileKind& kind = kLibraryFile);
  // The file may be closed afterwards.
  static Result<MappedFile> Map(const InputFile& file);
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
