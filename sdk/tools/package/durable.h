// Files that are on the disk before the next step is taken, and the lock of a plugin directory.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

// Creates the file (it must not exist) with these permissions and syncs it. E1002.
Status WriteDurably(const std::string& path, std::string_view bytes, mode_t mode);
// Replaces or creates the file: written beside it, synced, renamed. E1002.
Status ReplaceDurably(const std::string& path, std::string_view bytes, mode_t mode);
// Syncs a directory's entries, without and with those of the directories below it.
Status SyncDirectory(const std::string& path);
Status SyncDirectories(const std::string& path);
// rename(2), then syncs the directory of `to`. E1002.
Status RenameDurably(const std::string& from, const std::string& to);

// A file that has no name until it is whole: who is killed while it is written leaves nothing behind. (On file systems
// without such files it is NAME.part meanwhile.)
class NewFile {
 public:
  // In the directory of `path`. E1002.
  static Result<NewFile> Create(const std::string& path);
  ~NewFile();
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;

  int descriptor() const { return file_; }
  // Syncs it and gives it its name, in the place of what had it. E1002.
  Status Publish() const;

 private:
  NewFile(int file, std::string path, bool named) : file_(file), path_(std::move(path)), named_(named) {}
  std::string Part() const { return path_ + ".part"; }
  int file_;
  std::string path_;
  bool named_;  // Part() is its name
};

// Held by whoever changes a plugin directory; waits for its turn. Others only read, and see each change whole.
class DirectoryLock {
 public:
  static Result<DirectoryLock> Take(const std::string& directory);
  ~DirectoryLock();
  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&&) = delete;

 private:
  explicit DirectoryLock(int file) : file_(file) {}
  int file_;
};

}  // namespace opdk
