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

}  // namespace

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

Result<DirectoryLock> DirectoryLock::Take(const std::string& directory) {
  const std::string path = directory + "/.lock";
  constexpr mode_t kForAll = 0644;  // users of one directory wait for each other
  int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kForAll);
  if (file >= 0) {
    // The user's mask doesn't count. The file may be another user's, which is no fault.
    static_cast<void>(fchmod(file, kForAll));
  } else if (errno == EACCES) {
    file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);  // another user's
    if (file < 0 && errno == ENOENT) errno = EACCES;
  }
  if (file < 0) {
    Status failed = Failed("write", path);
    std::error_code error;
    if (!fs::exists(path, error)) return failed;
    return std::move(failed).Hint("remove it when no opdk changes that directory");
  }
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
