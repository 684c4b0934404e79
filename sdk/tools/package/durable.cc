#include "sdk/tools/package/durable.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace opdk {
namespace {

namespace fs = std::filesystem;

Status Failed(const char* what, const std::string& path) {
  return Status(ErrorCode::kFileNotFound, fmt::format("can't {} {}: {}", what, path, std::strerror(errno)));
}

Status WriteOpen(int file, const std::string& path, std::string_view bytes, mode_t mode) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Failed("write", path);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  if (fchmod(file, mode) != 0 || fsync(file) != 0) return Failed("write", path);
  return Status();
}

}  // namespace

Status WriteDurably(const std::string& path, std::string_view bytes, mode_t mode) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) return Failed("create", path);
  Status status = WriteOpen(file, path, bytes, mode);
  close(file);
  if (!status.ok()) unlink(path.c_str());
  return status;
}

Status ReplaceDurably(const std::string& path, std::string_view bytes, mode_t mode) {
  std::string written = path + ".XXXXXX";
  const int file = mkostemp(written.data(), O_CLOEXEC);
  if (file < 0) return Failed("create", written);
  Status status = WriteOpen(file, written, bytes, mode);
  close(file);
  if (status.ok()) status = RenameDurably(written, path);
  if (!status.ok()) unlink(written.c_str());
  return status;
}

Status SyncDirectory(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return Failed("sync", path);
  // Some file systems can't sync a directory and say so; there is nothing to do about it.
  const bool synced = fsync(file) == 0 || errno == EINVAL;
  close(file);
  return synced ? Status() : Failed("sync", path);
}

Status SyncDirectories(const std::string& path) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_directory()) {
      OPDK_TRY(SyncDirectory(entry->path().string()));
    }
  }
  return SyncDirectory(path);
}

Status RenameDurably(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return Failed("rename", fmt::format("{} to {}", from, to));
  return SyncDirectory(fs::path(to).parent_path().string());
}

Result<NewFile> NewFile::Create(const std::string& path) {
  const fs::path directory = fs::path(path).parent_path();
  int file = open(directory.empty() ? "." : directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file >= 0) return NewFile(file, path, false);
  if (errno != EOPNOTSUPP && errno != EISDIR) return Failed("write", path);
  const std::string part = path + ".part";
  file = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return Failed("write", part);
  return NewFile(file, path, true);
}

NewFile::NewFile(NewFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)), named_(other.named_) {}

NewFile::~NewFile() {
  if (file_ < 0) return;
  close(file_);
  // Gone already when it has its own name.
  if (named_) unlink(Part().c_str());
}

Status NewFile::Publish() const {
  if (fsync(file_) != 0) return Failed("write", path_);
  if (!named_) {
    const std::string itself = fmt::format("/proc/self/fd/{}", file_);
    const auto give = [&](const std::string& name) {
      return linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (give(path_)) return Status();
    // A name that is taken is only replaced by renaming, so there is a whole file under the other one for a moment;
    // one that was left there is ours.
    if (errno == EEXIST && !give(Part()) && errno == EEXIST) {
      unlink(Part().c_str());
      give(Part());
    }
  }
  if (std::rename(Part().c_str(), path_.c_str()) == 0) return Status();
  const Status status = Failed("write", path_);
  unlink(Part().c_str());
  return status;
}

Result<DirectoryLock> DirectoryLock::Take(const std::string& directory) {
  const std::string path = directory + "/.lock";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return Failed("write", path);
  DirectoryLock lock(file);
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return lock;
  fmt::print(stderr, "waiting for another opdk that is changing {}\n", directory);
  while (flock(file, LOCK_EX) != 0) {
    if (errno != EINTR) return Failed("lock", path);
  }
  return lock;
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) close(file_);
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

}  // namespace opdk
