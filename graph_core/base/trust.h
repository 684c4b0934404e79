// Whether a file can have been changed by somebody else than root and the user who runs this process.
#pragma once

#include <map>
#include <string>

#include "opdk/status.h"

namespace opdk {

// OPDK_ALLOW_UNTRUSTED=1 (also set by --allow-untrusted): findings are accepted.
bool AllowsUntrusted();

// Remembers the directories it has looked at: packages share them. One thread at a time.
class TrustCheck {
 public:
  // The file (or plugin directory) itself and every directory above it, symbolic links resolved: owned by root or this
  // user, not writable by others, by a group only when that is root's or the user's private one. A directory above may
  // be writable by all when its entries belong to their owners (the sticky bit: /tmp). E5007 naming what is open, to
  // whom, and the remedy.
  Status Check(const std::string& path);

 private:
  Status CheckDirectory(const std::string& path, bool nearest);
  std::map<std::pair<std::string, bool>, Status> directories_;
};

}  // namespace opdk
