// Files that somebody names, written whole or not at all. The bytes lie beside the file until all of them are there,
// and take its name in one step: a failed write leaves the older file, and a program that has it mapped keeps its
// bytes. Everything that opdk writes goes through here, so that a full disk, a device or a limit is one clear error.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "opdk/status.h"

namespace opdk {

struct OutputOptions {
  // Permissions, whatever the umask. Default: those of the file that is replaced; of a new file 0644 less the umask.
  std::optional<mode_t> mode = std::nullopt;
  // The bytes are on the disk before the file has its name. Caches and dumps, which can be made again, do without.
  bool synced = true;
  // false: a file of this name stays, and is an error (E1002: "File exists").
  bool replaces = true;
  // false: a symbolic link of this name is replaced, not the file that it leads to.
  bool follows_links = true;
};

// A file of a cache: for this user alone, and never behind a link.
inline constexpr OutputOptions kCacheFile{.mode = 0600, .synced = false, .follows_links = false};

// How the name of a file that isn't whole yet begins, where it has one.
inline constexpr std::string_view kPartBegin = ".opdk-";

// One file that is written. Used by one thread at a time.
//
// Symbolic links are followed: the file that they lead to is replaced. A device, a FIFO, a terminal and what /proc
// names (/dev/stdout) are written to as they are, at once, and stay whatever happens.
class OutputFile {
 public:
  // E1002: the directory isn't there or can't be written to, the file can't be written to, it is a directory.
  static Result<OutputFile> Create(const std::filesystem::path& path, const OutputOptions& options = {});
  // Opens a file that grows: what is there stays, and each Write adds to it at once. Nothing is published.
  static Result<OutputFile> Append(const std::filesystem::path& path);
  // A file that wasn't published leaves nothing behind.
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  // Owned by this object.
  int descriptor() const { return descriptor_; }
  // Adds bytes to the end. E1002 with the system's reason. Where a file may grow no further (RLIMIT_FSIZE) or nobody
  // reads a pipe, that is the error: SIGXFSZ and SIGPIPE are held back.
  Status Write(std::string_view bytes);
  // Takes the last bytes of a file that grows away. E1002.
  Status DropEnd(size_t bytes);
  // Gives the file its name, as the last call. E1002.
  Status Publish();

 private:
  OutputFile(std::filesystem::path given, const OutputOptions& options) : given_(std::move(given)), options_(options) {}
  Status Open();
  Status OpenAsItIs(int more_flags);
  Status OpenBeside();
  Status SetPermissions() const;
  Status TakeName();
  Status Failed(int error) const;

  std::filesystem::path given_;  // as messages name the file
  OutputOptions options_;
  int descriptor_ = -1;
  bool as_it_is_ = false;                      // no regular file: nothing is replaced
  std::filesystem::path path_;                 // behind all links
  std::optional<struct stat> old_;             // the file that is replaced
  std::optional<std::filesystem::path> part_;  // the name that the bytes have for now
};

// Writes all bytes to a descriptor and returns 0, or the system's error. SIGXFSZ and SIGPIPE are held back: EFBIG and
// EPIPE say what happened.
int WriteAll(int file, std::string_view bytes);

// Writes `bytes` as the file `path`. E1002 as above.
Status WriteFile(const std::filesystem::path& path, std::string_view bytes, const OutputOptions& options = {});

}  // namespace opdk
