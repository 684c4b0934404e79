// Checks that only root and the user of this process can have changed a file.
#pragma once

#include <sys/stat.h>

#include <map>
#include <string>
#include <utility>

#include "opdk/input_file.h"
#include "opdk/status.h"

namespace opdk {

// Returns whether OPDK_ALLOW_UNTRUSTED is set to anything but 0 or the empty text (--allow-untrusted sets it). Then
// findings about packages and keys are accepted.
bool AllowsUntrusted();
// Adds OPDK_ALLOW_UNTRUSTED as a remedy to the hint of a finding.
Status OrAllowUntrusted(Status status);

// Checks that an open file is owned by root or this user, and that nobody else can write to it. E5009.
Status CheckOpenFile(const InputFile& file);

// Returns the content of a file in a place that belongs to this process. Refuses symbolic links, and files that
// CheckOpenFile refuses. E1002, E5009.
Result<std::string> ReadOwnFile(const std::string& path, const FileKind& kind);

// Checks files with their paths. Remembers the directories that were checked, because packages share them. One thread
// at a time.
class TrustCheck {
 public:
  // Makes a check. `sticky_holds`: a directory that all may write to may hold the file, if its entries belong to their
  // owners (sticky bit). A library trusts all its neighbours; a single file needs to trust only its own entry.
  explicit TrustCheck(bool sticky_holds = false) : sticky_holds_(sticky_holds) {}
  // Checks the file (or plugin directory) and every directory and symbolic link on the way to it. They must be owned by
  // root or this user and not be writable by others. A group may write only if it is root's or the user's private
  // group.
  //
  // A directory on the way may be writable by all if its entries belong to their owners (the sticky bit: /tmp). The
  // directory that holds the file, or a link to it, may not. E5009 names the open place, who can write there, and the
  // remedy.
  Status Check(const std::string& path);
  // Opens a file and checks it. Opens it again if its path leads to another file by then, because writers put a new
  // file in the place of the old one. E5009 also where that happens each time. Errors of InputFile::Open.
  Result<InputFile> Open(const std::string& path, const FileKind& kind);
  // Checks a directory that this process makes or has made. A part that doesn't exist yet is accepted.
  Status CheckPlace(const std::string& path);

 private:
  struct End {
    std::string path;
    bool there = true;
    struct stat status {};
  };
  Status Walk(const std::string& path, bool may_be_missing, End& end);
  // Checks an open file. Returns whether its path still leads to it.
  Result<bool> LeadsTo(const InputFile& file);
  Status CheckDirectory(const std::string& path, bool nearest);
  bool sticky_holds_;
  std::map<std::pair<std::string, bool>, Status> directories_;
};

// Opens a file as TrustCheck does, or without a check if OPDK_ALLOW_UNTRUSTED is set. The hint names that way out.
Result<InputFile> OpenTrusted(const std::string& path, const FileKind& kind, TrustCheck& check);

}  // namespace opdk
