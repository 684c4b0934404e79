#include "graph_core/base/mapped_file.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace opdk {

Result<MappedFile> MappedFile::Open(const std::string& path, const FileKind& kind) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kind));
  return Map(file);
}

Result<MappedFile> MappedFile::Map(const InputFile& file) {
  const auto size = static_cast<size_t>(file.size());
  void* data = nullptr;
  if (size > 0) data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (data == MAP_FAILED) {
    return Status(ErrorCode::kFileNotFound, fmt::format("can't be read: {}", std::strerror(errno))).At(file.path());
  }
  return MappedFile(data, size);
}

Result<MappedFile> MappedFile::Copy(const InputFile& file) {
  const auto size = static_cast<size_t>(file.size());
  void* data = nullptr;
  if (size > 0) data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    return Status(ErrorCode::kFileNotFound, fmt::format("no memory is left for its {} bytes", size)).At(file.path());
  }
  MappedFile copy(data, size);
  OPDK_TRY(file.ReadAt(0, data, size));
  // Read-only as a mapped file is, so that an accidental write to a model's bytes is stopped.
  if (size > 0) mprotect(data, size, PROT_READ);
  return copy;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}

}  // namespace opdk
