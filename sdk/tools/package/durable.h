// Directories that are on the disk before the next step, and the lock of a plugin directory.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

// Syncs a directory's entries. SyncDirectories also syncs the directories below it.
Status SyncDirectory(const std::string& path);
Status SyncDirectories(const std::string& path);
// Renames with rename(2), then syncs the directory of `to`. E1002.
Status RenameDurably(const std::string& from, const std::string& to);

// The right to change a plugin directory; Take waits for its turn. Readers need no lock: they see each change whole.
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
