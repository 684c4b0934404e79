// Whether a file can have been changed by somebody else than root and the user who runs this process.
#pragma once

#include <sys/stat.h>

#include <map>
#include <string>
#include <utility>

#include "opdk/input_file.h"
#include "opdk/status.h"

namespace opdk {

// OPDK_ALLOW_UNTRUSTED=1 (also set by --allow-untrusted): findings about packages and keys are accepted.
bool AllowsUntrusted();
// Adds that way out to the hint of a finding.
Status OrAllowUntrusted(Status status);

// The open file itself: owned by root or this user, writable by nobody else. E5009.
Status CheckOpenFile(const InputFile& file);

// The content of a file that lies where this process keeps its own: no symbolic link, and CheckOpenFile. E1002, E5009.
Result<std::string> ReadOwnFile(const std::string& path, const FileKind& kind);

// Remembers the directories it has looked at: packages share them. One thread at a time.
class TrustCheck {
 public:
  // `sticky_holds`: a directory that all may write to may hold the file as well, if its entries belong to their owners.
  // A library trusts all its neighbours; a file that stands for itself needs to trust its own entry only.
  explicit TrustCheck(bool sticky_holds = false) : sticky_holds_(sticky_holds) {}
  // The file (or plugin directory) itself and every directory and symbolic link on the way to it: owned by root or this
  // user, not writable by others, by a group only when that is root's or the user's private one. A directory on the way
  // may be writable by all when its entries belong to their owners (the sticky bit: /tmp), but not the one that holds
  // the file, or a link to it. E5009 naming what is open, to whom, and the remedy.
  Status Check(const std::string& path);
  // Of an open file also whether it is still the one that its path leads to.
  Status Check(const InputFile& file);
  // A directory that this process makes or has made: what isn't there yet can't be wrong.
  Status CheckPlace(const std::string& path);

 private:
  struct End {
    std::string path;
    bool there = true;
    struct stat status {};
  };
  Status Walk(const std::string& path, bool may_be_missing, End& end);
  Status CheckDirectory(const std::string& path, bool nearest);
  bool sticky_holds_;
  std::map<std::pair<std::string, bool>, Status> directories_;
};

}  // namespace opdk
