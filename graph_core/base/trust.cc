#include "graph_core/base/trust.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <utility>
#include <vector>

#include "graph_core/base/text.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the kernel
// A file of a cache that many processes write is replaced a few times in a row.
constexpr int kMostReplacements = 100;

std::string UserName(uid_t user) {
  std::array<char, 4096> room;
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(user, &entry, room.data(), room.size(), &found) != 0 || found == nullptr) {
    return fmt::format("user {}", user);
  }
  return found->pw_name;
}

// Returns whether only the user is in the group. Debian gives each user such a group, of the user's name.
bool IsPrivateGroup(gid_t id) {
  if (id == 0) return true;
  std::array<char, 4096> room;
  group entry{};
  group* found = nullptr;
  if (getgrgid_r(id, &entry, room.data(), room.size(), &found) != 0 || found == nullptr) return false;
  const std::string user = UserName(geteuid());
  if (user != found->gr_name) return false;
  for (char** member = found->gr_mem; *member != nullptr; ++member) {
    if (user != *member) return false;
  }
  return true;
}

Status Untrusted(const std::string& path, const std::string& who, const std::string& remedy) {
  return Status(ErrorCode::kUntrusted, fmt::format("not trusted: {} {}, so its code could be anybody's", path, who))
      .Hint(remedy);
}

Status CantLook(const std::string& path, int error) {
  return Status(ErrorCode::kFileNotFound, fmt::format("can't be read: {}", std::strerror(error))).At(path);
}

Status CheckOwner(const std::string& path, const struct stat& status) {
  if (status.st_uid == 0 || status.st_uid == geteuid()) return Status();
  return Untrusted(path, fmt::format("belongs to {}", UserName(status.st_uid)),
                   fmt::format("chown {} {}", UserName(geteuid()), ShellQuoted(path)));
}

Status CheckModes(const std::string& path, const struct stat& status, bool sticky_is_fine) {
  OPDK_TRY(CheckOwner(path, status));
  if (sticky_is_fine && (status.st_mode & S_ISVTX) != 0) return Status();
  if ((status.st_mode & S_IWOTH) != 0) {
    return Untrusted(path, "can be written by everybody", fmt::format("chmod o-w {}", ShellQuoted(path)));
  }
  if ((status.st_mode & S_IWGRP) != 0 && !IsPrivateGroup(status.st_gid)) {
    return Untrusted(path, fmt::format("can be written by its group {}", status.st_gid),
                     fmt::format("chmod g-w {}", ShellQuoted(path)));
  }
  return Status();
}

}  // namespace

bool AllowsUntrusted() {
  const char* value = std::getenv("OPDK_ALLOW_UNTRUSTED");
  return value != nullptr && std::strcmp(value, "") != 0 && std::strcmp(value, "0") != 0;
}

Status OrAllowUntrusted(Status status) {
  if (status.code() != ErrorCode::kUntrusted) return status;
  std::string hint = status.hint() + "; or accept it with --allow-untrusted or OPDK_ALLOW_UNTRUSTED=1";
  return std::move(status).Hint(std::move(hint));
}

Status CheckOpenFile(const InputFile& file) {
  struct stat status {};
  if (fstat(file.descriptor(), &status) != 0) return CantLook(file.path(), errno);
  return CheckModes(file.path(), status, false);
}

Result<std::string> ReadOwnFile(const std::string& path, const FileKind& kind) {
  OPDK_TRY(const InputFile file, InputFile::OpenNoFollow(path, kind));
  OPDK_TRY(CheckOpenFile(file));
  return file.Read();
}

// Follows the path from the root, because each directory on the way can change where the path leads.
Status TrustCheck::Walk(const std::string& path, bool may_be_missing, End& end) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  std::deque<fs::path> parts(absolute.begin(), absolute.end());
  fs::path done = "/";
  std::vector<std::string> link_directories;  // directories of links that are the last part of their path
  end.status.st_mode = S_IFDIR;
  for (int links = 0; !parts.empty();) {
    const fs::path part = parts.front();
    parts.pop_front();
    if (part.empty() || part == "." || part == "/") continue;
    if (part == "..") {
      done = done.parent_path();
      continue;
    }
    OPDK_TRY(CheckDirectory(done.string(), false));
    const fs::path next = done / part;
    if (lstat(next.c_str(), &end.status) != 0) {
      end.there = false;
      if ((errno == ENOENT || errno == ENOTDIR) && may_be_missing) return Status();
      return CantLook(path, errno);
    }
    if (!S_ISLNK(end.status.st_mode)) {
      done = next;
      continue;
    }
    if (++links > kMostLinks) return CantLook(path, ELOOP);
    OPDK_TRY(CheckOwner(next.string(), end.status));
    const fs::path target = fs::read_symlink(next, error);
    if (error) return CantLook(path, error.value());
    if (parts.empty()) link_directories.push_back(done.string());
    if (target.is_absolute()) done = "/";
    parts.insert(parts.begin(), target.begin(), target.end());
  }
  end.path = done.string();
  OPDK_TRY(CheckModes(end.path, end.status, false));
  if (S_ISDIR(end.status.st_mode)) return Status();
  OPDK_TRY(CheckDirectory(done.parent_path().string(), !sticky_holds_));
  for (const std::string& directory : link_directories) OPDK_TRY(CheckDirectory(directory, !sticky_holds_));
  return Status();
}

Status TrustCheck::Check(const std::string& path) {
  End end;
  return Walk(path, false, end);
}

Result<bool> TrustCheck::LeadsTo(const InputFile& file) {
  End end;
  OPDK_TRY(Walk(file.path(), false, end));
  OPDK_TRY(CheckOpenFile(file));
  struct stat status {};
  if (fstat(file.descriptor(), &status) != 0) return CantLook(file.path(), errno);
  return status.st_dev == end.status.st_dev && status.st_ino == end.status.st_ino;
}

Result<InputFile> TrustCheck::Open(const std::string& path, const FileKind& kind) {
  for (int attempt = 0; attempt < kMostReplacements; ++attempt) {
    OPDK_TRY(InputFile file, InputFile::Open(path, kind));
    OPDK_TRY(const bool leads, LeadsTo(file));
    if (leads) return file;
  }
  return Untrusted(path, "was replaced each time it was looked at", "find out who changes it");
}

Status TrustCheck::CheckPlace(const std::string& path) {
  End end;
  return Walk(path, true, end);
}

Status TrustCheck::CheckDirectory(const std::string& path, bool nearest) {
  const auto [place, added] = directories_.try_emplace({path, nearest});
  if (!added) return place->second;
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return place->second;
  place->second = CheckModes(path, status, !nearest);
  return place->second;
}

Result<InputFile> OpenTrusted(const std::string& path, const FileKind& kind, TrustCheck& check) {
  if (AllowsUntrusted()) return InputFile::Open(path, kind);
  auto file = check.Open(path, kind);
  return file.ok() ? std::move(file) : OrAllowUntrusted(std::move(file).status());
}

}  // namespace opdk
