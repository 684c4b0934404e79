// Files that a user names, written whole or not at all. The bytes go to a temporary file beside the target, which takes
// the target's name in one step. A failed write leaves the older file, and a program that has the older file mapped
// keeps its bytes. Everything that opdk writes goes through here, so that a full disk, a device or a limit is one clear
// error.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "opdk/status.h"

namespace opdk {

// Options of writing a file.
struct OutputOptions {
  // Permissions, independent of the umask. Default: those of the replaced file; for a new file 0644 less the umask.
  std::optional<mode_t> mode = std::nullopt;
  // true: the bytes are on the disk before the file gets its name. Caches and dumps, which can be made again, use
  // false.
  bool synced = true;
  // false: an existing file of this name stays, and is an error (E1007).
  bool replaces = true;
  // false: a symbolic link of this name is replaced, not its target.
  bool follows_links = true;
};

// Options for a file of a cache: for this user alone, and never behind a link.
inline constexpr OutputOptions kCacheFile{.mode = 0600, .synced = false, .follows_links = false};

// Prefix of the name of an unfinished file, if it has a name.
inline constexpr std::string_view kPartBegin = ".opdk-";

// A file that is being written. Used by one thread at a time.
//
// Symbolic links are followed: their target is replaced. A device, a FIFO, a terminal and the files behind /proc's
// links (/dev/stdout) are written directly and at once, and are never replaced.
class OutputFile {
 public:
  // Opens a file for writing. E1006: the directory doesn't exist or can't be written to, the file can't be written to,
  // or it is a directory.
  static Result<OutputFile> Create(const std::filesystem::path& path, const OutputOptions& options = {});
  // Opens a file that grows: its bytes stay, and each Write adds to it at once. Needs no Publish.
  static Result<OutputFile> Append(const std::filesystem::path& path);
  // Removes the temporary file of a file that wasn't published.
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  // Returns the descriptor, which this object owns.
  int descriptor() const { return descriptor_; }
  // Adds bytes to the end. E1006 with the system's reason. A file that may not grow (RLIMIT_FSIZE) and a pipe without a
  // reader give that error too: SIGXFSZ and SIGPIPE are held back.
  Status Write(std::string_view bytes);
  // Removes the last bytes of a file opened with Append. E1006.
  Status DropEnd(size_t bytes);
  // Gives the file its name; the last call. E1006.
  Status Publish();

 private:
  OutputFile(std::filesystem::path given, const OutputOptions& options) : given_(std::move(given)), options_(options) {}
  Status Open();
  Status OpenAsItIs(int more_flags);
  Status OpenBeside();
  Status SetPermissions() const;
  Status TakeName();
  Status Failed(int error) const;

  std::filesystem::path given_;  // the file's name in messages
  OutputOptions options_;
  int descriptor_ = -1;
  bool as_it_is_ = false;                      // not a regular file: written directly, nothing is replaced
  std::filesystem::path path_;                 // behind all links
  std::optional<struct stat> old_;             // the file that is replaced
  std::optional<std::filesystem::path> part_;  // temporary name of the bytes
};

// Writes all bytes to a descriptor and returns 0, or the system's error. SIGXFSZ and SIGPIPE are held back; EFBIG and
// EPIPE report their cause.
int WriteAll(int file, std::string_view bytes);

// Writes `bytes` as the file `path`. E1006 as in OutputFile.
Status WriteFile(const std::filesystem::path& path, std::string_view bytes, const OutputOptions& options = {});

}  // namespace opdk
