// Files that a user names: opened without waiting, regular files only, up to an agreed size. Everything that opdk and
// its plugins read goes through here, so that a pipe, a device or an endless file is one clear error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "opdk/status.h"

namespace opdk {

// Name of a kind of file in messages ("the case file"), and its largest size in bytes.
struct FileKind {
  const char* name;
  uint64_t limit;
};

// An open file. Several threads may read at once.
class InputFile {
 public:
  // Opens a file. E1002 at `path`, "<kind> can't be read: " and the system's reason, "it is a directory", "it is a
  // FIFO", "it is a device", "it is a socket", or its size and the limit.
  static Result<InputFile> Open(const std::string& path, const FileKind& kind);
  // Opens a file as Open does, but refuses a symbolic link as the last part of `path`.
  static Result<InputFile> OpenNoFollow(const std::string& path, const FileKind& kind);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;

  const std::string& path() const { return path_; }
  // Returns the file's descriptor, which this object owns.
  int descriptor() const { return descriptor_; }
  // Returns the size in bytes when the file was opened; 0 for the files of /proc and /sys, which are made when they are
  // read.
  uint64_t size() const { return size_; }

  // Reads the whole file. E1002 as in Open.
  Result<std::string> Read() const;
  // Reads exactly `bytes` bytes from `offset` on; E1002 when the file ends before.
  Status ReadAt(uint64_t offset, void* to, size_t bytes) const;
  // Reads at most `bytes` bytes from the beginning.
  Result<std::string> ReadHead(size_t bytes) const;

 private:
  InputFile(int descriptor, uint64_t size, std::string path, const FileKind& kind)
      : descriptor_(descriptor), size_(size), path_(std::move(path)), kind_(kind) {}
  static Result<InputFile> OpenWith(const std::string& path, const FileKind& kind, int flags);

  int descriptor_;
  uint64_t size_;
  std::string path_;
  FileKind kind_;
};

// Opens and reads a whole file (InputFile::Open, InputFile::Read).
Result<std::string> ReadFile(const std::string& path, const FileKind& kind);

}  // namespace opdk
