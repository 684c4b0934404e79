#include "graph_core/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace opdk {
namespace {

Status WriteFailed(const std::filesystem::path& path, int error) {
  return Status(ErrorCode::kFileNotFound, fmt::format("can't write {}: {}", path.string(), std::strerror(error)));
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace

Status WriteWholeFile(const std::filesystem::path& path, std::string_view bytes, mode_t mode) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, mode);
  if (file < 0) return WriteFailed(path, errno);
  bool written = WriteAll(file, bytes);
  int error = errno;
  if (close(file) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written) return Status();
  unlink(path.c_str());
  return WriteFailed(path, error);
}

}  // namespace opdk
