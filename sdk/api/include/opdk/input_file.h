// Files that somebody names: opened without waiting, regular files only, of a size that was agreed on. Everything that
// opdk and its plugins read goes through here, so that a pipe, a device or an endless file is one clear error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "opdk/status.h"

namespace opdk {

// What a file is read as: its name in messages ("the case file") and how many bytes it may have.
struct FileKind {
  const char* name;
  uint64_t limit;
};

// An open file. Functions that read may be called by several threads at once.
class InputFile {
 public:
  // Errors are E1002 at `path`: "<kind> can't be read: " and the system's reason, "it is a directory", "it is a FIFO",
  // "it is a device", "it is a socket", or its size and the limit.
  static Result<InputFile> Open(const std::string& path, const FileKind& kind);
  // The same, but refuses a symbolic link as the last part of `path`.
  static Result<InputFile> OpenNoFollow(const std::string& path, const FileKind& kind);
  ~InputFile();
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&&) = delete;

  const std::string& path() const { return path_; }
  // Owned by this object.
  int descriptor() const { return descriptor_; }
  // When it was opened; 0 for the files of /proc and /sys, which make their bytes when they are read.
  uint64_t size() const { return size_; }

  // Everything from the beginning to the end. E1002 as above.
  Result<std::string> Read() const;
  // Exactly `bytes` from `offset`; E1002 when it ends before.
  Status ReadAt(uint64_t offset, void* to, size_t bytes) const;
  // At most `bytes` from the beginning.
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

// InputFile::Open and Read.
Result<std::string> ReadFile(const std::string& path, const FileKind& kind);

}  // namespace opdk
