#include "graph_core/base/memory_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "opdk/output_file.h"

namespace opdk {
namespace {

Status Failed(const char* what) {
  return Status(ErrorCode::kFileNotFound, fmt::format("can't {} a file in memory: {}", what, std::strerror(errno)));
}

}  // namespace

Result<MemoryFile> MemoryFile::Create() {
  int file = memfd_create("opdk-kernels", MFD_CLOEXEC);
  if (file < 0) return Failed("make");
  return MemoryFile(file);
}

MemoryFile::~MemoryFile() {
  if (file_ >= 0) close(file_);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", file_); }

Result<std::string> MemoryFile::Read() const {
  struct stat status {};
  if (fstat(file_, &status) != 0) return Failed("read");
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  for (size_t size = 0; size < bytes.size();) {
    ssize_t got = pread(file_, bytes.data() + size, bytes.size() - size, static_cast<off_t>(size));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Failed("read");
    size += static_cast<size_t>(got);
  }
  return bytes;
}

Status MemoryFile::Write(std::string_view bytes) const {
  errno = WriteAll(file_, bytes);
  return errno == 0 ? Status() : Failed("write");
}

}  // namespace opdk
