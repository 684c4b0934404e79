#include "opdk/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the kernel
constexpr mode_t kPermissions = 0777;
constexpr mode_t kUsual = 0644;

// While it lives, a write that a limit or a closed pipe refuses is an error of write(2) and no signal.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGXFSZ);
    sigaddset(&held_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~HeldSignals() {
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  // Takes back the signal that came with the error. The caller's own one, pending since before, becomes one with it.
  void Drop(int error) const {
    const int number = error == EFBIG ? SIGXFSZ : error == EPIPE ? SIGPIPE : 0;
    if (number == 0 || sigismember(&before_, number) == 1) return;
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    const timespec at_once{};
    while (sigtimedwait(&one, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }

 private:
  sigset_t held_{}, before_{};
};

fs::path DirectoryOf(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

bool IsInProc(const fs::path& path) {
  struct statfs status {};
  return statfs(DirectoryOf(path).c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

// Returns the descriptor of this process that the path names (/dev/stdout, /proc/self/fd/3); -1 when it names none.
int OwnDescriptor(const fs::path& path) {
  std::error_code error;
  const fs::path directory = fs::canonical(DirectoryOf(path), error);
  if (error || directory != fmt::format("/proc/{}/fd", getpid())) return -1;
  const std::string name = path.filename().string();
  char* end = nullptr;
  const long number = std::strtol(name.c_str(), &end, 10);
  return *end == '\0' && !name.empty() ? static_cast<int>(number) : -1;
}

// Follows the symbolic links at the end of a path, up to a file that is no link or lies in /proc.
fs::path BehindLinks(fs::path path) {
  std::error_code error;
  for (int links = 0; links < kMostLinks && !IsInProc(path) && fs::is_symlink(fs::symlink_status(path, error));
       ++links) {
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

// Returns the next name beside `path`, unique in this process.
fs::path NewName(const fs::path& path) {
  static std::atomic<unsigned> number{0};
  return DirectoryOf(path) / fmt::format("{}{}-{}.part", kPartBegin, getpid(), number++);
}

// Calls `take` with names beside `path` until one is free; false with errno.
template <typename Take>
bool TakeNewName(const fs::path& path, fs::path& name, Take take) {
  do {
    name = NewName(path);
    if (take(name.c_str())) return true;
  } while (errno == EEXIST);
  return false;
}

// Syncs a file. Ignores the errors of file systems that can't sync.
bool Sync(int file) { return fsync(file) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP; }

}  // namespace

int WriteAll(int file, std::string_view bytes) {
  const HeldSignals held;
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      held.Drop(error);
      return error;
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

Status OutputFile::Failed(int error) const {
  Status status(error == EEXIST ? ErrorCode::kExists : ErrorCode::kWriteFailed,
                fmt::format("can't write {}: {}", given_.string(), std::strerror(error)));
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return std::move(status).Hint("free some space there, or write to another place");
    case EFBIG:
      return std::move(status).Hint("raise the limit of files' sizes (ulimit -f)");
    case ENOENT:
    case ENOTDIR:
      return std::move(status).Hint(fmt::format("make the directory {}", given_.parent_path().string()));
    default:
      return std::move(status).Hint("write to another place, or change this one");
  }
}

Result<OutputFile> OutputFile::Create(const fs::path& path, const OutputOptions& options) {
  OutputFile file(path, options);
  OPDK_TRY(file.Open());
  return file;
}

Result<OutputFile> OutputFile::Append(const fs::path& path) {
  OutputFile file(path, {});
  file.path_ = BehindLinks(path);
  OPDK_TRY(file.OpenAsItIs(O_CREAT));
  return file;
}

Status OutputFile::Open() {
  if (given_.native().find('\0') != std::string::npos) return Failed(EINVAL);
  struct stat status {};
  // The system follows the links first: it refuses links that other users have put into a directory that all may write
  // to.
  const int found = options_.follows_links ? stat(given_.c_str(), &status) : lstat(given_.c_str(), &status);
  if (found != 0 && errno != ENOENT) return Failed(errno);
  const bool there = found == 0 && !S_ISLNK(status.st_mode);
  if (there && !options_.replaces) return Failed(EEXIST);
  path_ = options_.replaces && options_.follows_links ? BehindLinks(given_) : given_;
  if (there && S_ISDIR(status.st_mode)) return Failed(EISDIR);
  if (there && (!S_ISREG(status.st_mode) || IsInProc(path_))) return OpenAsItIs(0);
  if (there) {
    if (faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) return Failed(errno);
    old_ = status;
  }
  return OpenBeside();
}

// Opens a file that isn't regular. Opening doesn't wait for a reader; writing waits for a slow one.
Status OutputFile::OpenAsItIs(int more_flags) {
  as_it_is_ = true;
  const int own = OwnDescriptor(path_);
  const int flags = more_flags | O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  descriptor_ = own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 0) : open(given_.c_str(), flags, kUsual);
  if (descriptor_ < 0) return Failed(errno);
  if (own < 0) fcntl(descriptor_, F_SETFL, fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
  return Status();
}

// Opens a temporary file in the target's directory. It has no name if the system allows that, because nothing then
// stays behind when the process is killed. Otherwise it has a name of its own.
Status OutputFile::OpenBeside() {
  const mode_t mode = old_ || options_.mode ? S_IRUSR | S_IWUSR : kUsual;
  if (access("/proc/self/fd", X_OK) == 0) {
    descriptor_ = open(DirectoryOf(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor_ >= 0) return Status();
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return Failed(errno);
  }
  fs::path name;
  if (!TakeNewName(path_, name, [&](const char* free) {
        descriptor_ = open(free, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        return descriptor_ >= 0;
      })) {
    return Failed(errno);
  }
  part_ = std::move(name);
  return Status();
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : given_(std::move(other.given_)),
      options_(other.options_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      as_it_is_(other.as_it_is_),
      path_(std::move(other.path_)),
      old_(other.old_),
      part_(std::exchange(other.part_, std::nullopt)) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (part_) unlink(part_->c_str());
}

Status OutputFile::Write(std::string_view bytes) {
  const int error = WriteAll(descriptor_, bytes);
  return error == 0 ? Status() : Failed(error);
}

Status OutputFile::DropEnd(size_t bytes) {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) return Failed(errno);
  const off_t rest = status.st_size - static_cast<off_t>(bytes);
  return ftruncate(descriptor_, rest) == 0 ? Status() : Failed(errno);
}

Status OutputFile::SetPermissions() const {
  if (options_.mode) return fchmod(descriptor_, *options_.mode) == 0 ? Status() : Failed(errno);
  if (!old_) return Status();
  // Only root can give a file back to its owner.
  if (old_->st_uid != geteuid() || old_->st_gid != getegid()) {
    static_cast<void>(fchown(descriptor_, old_->st_uid, old_->st_gid) == 0);
  }
  return fchmod(descriptor_, old_->st_mode & kPermissions) == 0 ? Status() : Failed(errno);
}

Status OutputFile::TakeName() {
  const auto give = [this](const char* name) {
    const std::string itself = part_ ? part_->string() : fmt::format("/proc/self/fd/{}", descriptor_);
    return linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name, part_ ? 0 : AT_SYMLINK_FOLLOW) == 0;
  };
  // A name that is taken is only replaced by renaming, so the whole file has another one for a moment.
  if (!part_ && give(path_.c_str())) return Status();
  if (!options_.replaces) return part_ && give(path_.c_str()) ? Status() : Failed(errno);
  if (!part_) {
    if (errno != EEXIST) return Failed(errno);
    fs::path name;
    if (!TakeNewName(path_, name, give)) return Failed(errno);
    part_ = std::move(name);
  }
  if (rename(part_->c_str(), path_.c_str()) != 0) return Failed(errno);
  part_.reset();
  return Status();
}

Status OutputFile::Publish() {
  if (!as_it_is_) {
    OPDK_TRY(SetPermissions());
    if (options_.synced && !Sync(descriptor_)) return Failed(errno);
    OPDK_TRY(TakeName());
  }
  if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) return Failed(errno);
  if (as_it_is_ || !options_.synced) return Status();
  const int directory = open(DirectoryOf(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A directory may be closed to reading; the file in it is on the disk.
  if (directory < 0) return Status();
  const bool synced = Sync(directory);
  const int error = errno;
  close(directory);
  return synced ? Status() : Failed(error);
}

Status WriteFile(const fs::path& path, std::string_view bytes, const OutputOptions& options) {
  OPDK_TRY(OutputFile file, OutputFile::Create(path, options));
  OPDK_TRY(file.Write(bytes));
  return file.Publish();
}

}  // namespace opdk
