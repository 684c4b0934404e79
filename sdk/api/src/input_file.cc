#include "opdk/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

namespace opdk {
namespace {

// Bytes asked for at first when nothing is known of the size.
constexpr size_t kBlock = 1 << 12;

Status CantRead(const FileKind& kind, const std::string& path, const std::string& why) {
  return Status(ErrorCode::kFileNotFound, fmt::format("{} can't be read: {}", kind.name, why)).At(path);
}

// Returns the kind of a file that has no bytes of its own; nullptr for a regular file.
const char* OddKind(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return nullptr;
    case S_IFDIR:
      return "a directory";
    case S_IFIFO:
      return "a FIFO";
    case S_IFSOCK:
      return "a socket";
    case S_IFLNK:
      return "a symbolic link";
    default:
      return "a device";
  }
}

Status CheckStatus(const struct stat& status, const std::string& path, const FileKind& kind) {
  if (const char* odd = OddKind(status.st_mode)) {
    Status error = CantRead(kind, path, fmt::format("it is {}", odd));
    if (S_ISDIR(status.st_mode)) return error;
    return std::move(error).Hint("only regular files are read: put its content into one");
  }
  if (static_cast<uint64_t>(status.st_size) > kind.limit) {
    return CantRead(kind, path,
                    fmt::format("it has {} bytes, and {} are the most it may have", status.st_size, kind.limit));
  }
  return Status();
}

ssize_t ReadSome(int file, char* to, size_t bytes, uint64_t offset) {
  ssize_t got = 0;
  do {
    got = pread(file, to, bytes, static_cast<off_t>(offset));
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

Result<InputFile> InputFile::OpenWith(const std::string& path, const FileKind& kind, int flags) {
  if (path.find('\0') != std::string::npos) return CantRead(kind, path, "its name holds a NUL");
  struct stat status {};
  // Asked before it is opened as well: opening a device may do something, and a socket can't be opened at all.
  if (stat(path.c_str(), &status) == 0) OPDK_TRY(CheckStatus(status, path, kind));
  // Not to wait for the other end of a pipe that took the file's place since.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
  if (file < 0) {
    if (errno == ELOOP && (flags & O_NOFOLLOW) != 0) return CantRead(kind, path, "it is a symbolic link");
    return CantRead(kind, path, std::strerror(errno));
  }
  InputFile opened(file, 0, path, kind);
  if (fstat(file, &status) != 0) return CantRead(kind, path, std::strerror(errno));
  OPDK_TRY(CheckStatus(status, path, kind));
  opened.size_ = static_cast<uint64_t>(status.st_size);
  return opened;
}

Result<InputFile> InputFile::Open(const std::string& path, const FileKind& kind) { return OpenWith(path, kind, 0); }

Result<InputFile> InputFile::OpenNoFollow(const std::string& path, const FileKind& kind) {
  return OpenWith(path, kind, O_NOFOLLOW);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

InputFile::InputFile(InputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      path_(std::move(other.path_)),
      kind_(other.kind_) {}

Result<std::string> InputFile::ReadHead(size_t bytes) const {
  try {
    std::string text;
    while (text.size() < bytes) {
      const size_t had = text.size();
      // The whole at once where the size is known, and one byte more to meet the end.
      const size_t expected = size_ > had ? static_cast<size_t>(size_) - had + 1 : std::max(kBlock, had);
      text.resize(had + std::min(expected, bytes - had));
      const ssize_t got = ReadSome(descriptor_, text.data() + had, text.size() - had, had);
      if (got < 0) return CantRead(kind_, path_, std::strerror(errno));
      text.resize(had + static_cast<size_t>(got));
      if (got == 0) break;
    }
    return text;
  } catch (const std::bad_alloc&) {
    return CantRead(kind_, path_, fmt::format("no memory is left for its {} bytes", size_));
  } catch (const std::length_error&) {
    return CantRead(kind_, path_, fmt::format("no memory is left for its {} bytes", size_));
  }
}

Result<std::string> InputFile::Read() const {
  // The file may have grown since it was opened.
  OPDK_TRY(std::string text, ReadHead(static_cast<size_t>(kind_.limit) + 1));
  if (text.size() <= kind_.limit) return text;
  return CantRead(kind_, path_, fmt::format("it has more than {} bytes, the most it may have", kind_.limit));
}

Status InputFile::ReadAt(uint64_t offset, void* to, size_t bytes) const {
  auto* place = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ReadSome(descriptor_, place, bytes, offset);
    if (got < 0) return CantRead(kind_, path_, std::strerror(errno));
    if (got == 0) return CantRead(kind_, path_, fmt::format("it ends at byte {}, {} more are needed", offset, bytes));
    place += got;
    offset += static_cast<uint64_t>(got);
    bytes -= static_cast<size_t>(got);
  }
  return Status();
}

Result<std::string> ReadFile(const std::string& path, const FileKind& kind) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kind));
  return file.Read();
}

}  // namespace opdk
