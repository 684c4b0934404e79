#include "graph_core/base/trust.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace opdk {
namespace {

std::string UserName(uid_t user) {
  std::array<char, 4096> room;
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(user, &entry, room.data(), room.size(), &found) != 0 || found == nullptr) {
    return fmt::format("user {}", user);
  }
  return found->pw_name;
}

// Debian gives each user a group of the same name that nobody else is in.
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
  return Status(ErrorCode::kLoad, fmt::format("not trusted: {} {}, so its code could be anybody's", path, who))
      .Hint(fmt::format("{}; or accept it with --allow-untrusted or OPDK_ALLOW_UNTRUSTED=1", remedy));
}

Status CheckModes(const std::string& path, const struct stat& status, bool sticky_is_fine) {
  if (status.st_uid != 0 && status.st_uid != geteuid()) {
    return Untrusted(path, fmt::format("belongs to {}", UserName(status.st_uid)),
                     fmt::format("chown {} '{}'", UserName(geteuid()), path));
  }
  if (sticky_is_fine && (status.st_mode & S_ISVTX) != 0) return Status();
  if ((status.st_mode & S_IWOTH) != 0) {
    return Untrusted(path, "can be written by everybody", fmt::format("chmod o-w '{}'", path));
  }
  if ((status.st_mode & S_IWGRP) != 0 && !IsPrivateGroup(status.st_gid)) {
    return Untrusted(path, fmt::format("can be written by its group {}", status.st_gid),
                     fmt::format("chmod g-w '{}'", path));
  }
  return Status();
}

}  // namespace

bool AllowsUntrusted() {
  const char* value = std::getenv("OPDK_ALLOW_UNTRUSTED");
  return value != nullptr && std::strcmp(value, "") != 0 && std::strcmp(value, "0") != 0;
}

Status TrustCheck::Check(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  struct stat status {};
  if (error || stat(real.c_str(), &status) != 0) {
    return Status(ErrorCode::kFileNotFound, fmt::format("can't be read: {}", error ? error.message() : "it is gone"));
  }
  OPDK_TRY(CheckModes(real.string(), status, false));
  // A directory is itself the nearest one; entries can be added to those above it.
  bool nearest = !S_ISDIR(status.st_mode);
  for (std::filesystem::path above = real.parent_path();; above = above.parent_path()) {
    OPDK_TRY(CheckDirectory(above.string(), nearest));
    nearest = false;
    if (above == above.parent_path()) return Status();
  }
}

Status TrustCheck::CheckDirectory(const std::string& path, bool nearest) {
  const auto [place, added] = directories_.try_emplace({path, nearest});
  if (!added) return place->second;
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return place->second;
  place->second = CheckModes(path, status, !nearest);
  return place->second;
}

}  // namespace opdk
