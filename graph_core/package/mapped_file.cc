#include "graph_core/package/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace opdk {

Result<MappedFile> MappedFile::Open(const std::string& path) {
  const auto failed = [](int error) {
    return Status(ErrorCode::kFileNotFound, fmt::format("can't be read: {}", std::strerror(error)));
  };
  // Not to wait for the other end of a pipe that somebody named like a library.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return failed(errno);
  struct stat status {};
  const int error = fstat(file, &status) == 0 ? 0 : errno;
  if (error != 0 || !S_ISREG(status.st_mode)) {
    close(file);
    if (error != 0) return failed(error);
    return Status(ErrorCode::kNotALibrary, S_ISDIR(status.st_mode) ? "it is a directory" : "it is no regular file");
  }
  const auto size = static_cast<size_t>(status.st_size);
  void* data = nullptr;
  if (size > 0) data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  const int map_error = errno;
  close(file);
  if (data == MAP_FAILED) return failed(map_error);
  return MappedFile(data, size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

MappedFile::MappedFile(MappedFile&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}

}  // namespace opdk
