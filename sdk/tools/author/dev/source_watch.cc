#include "sdk/tools/author/dev/source_watch.h"

#include <fmt/format.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

namespace opdk::author {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE;
constexpr std::array kFolders = {"op_proto", "op_info", "op_impl", "plugins", "tests"};

bool IsEditorsOwn(const std::string& name) {
  return name.empty() || name[0] == '.' || name[0] == '#' || name.back() == '~';
}

bool IsSource(const std::string& path) {
  const std::string top = path.substr(0, path.find('/'));
  return path == "CMakeLists.txt" ||
         (top == "tests" ? path.starts_with("tests/op/")
                         : path.find('/') != std::string::npos &&
                               std::find(kFolders.begin(), kFolders.end(), top) != kFolders.end());
}

}  // namespace

Result<SourceWatch> SourceWatch::Open(const std::string& root) {
  const int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd < 0) return Status(ErrorCode::kInternal, fmt::format("inotify can't be used: {}", std::strerror(errno)));
  SourceWatch watch(fd, root);
  OPDK_TRY(watch.Watch(""));
  for (const char* folder : kFolders) OPDK_TRY(watch.Watch(folder));
  return watch;
}

SourceWatch::SourceWatch(SourceWatch&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), root_(std::move(other.root_)), folders_(std::move(other.folders_)) {}

SourceWatch::~SourceWatch() {
  if (fd_ >= 0) close(fd_);
}

Status SourceWatch::Watch(const std::string& folder) {
  const fs::path top = fs::path(root_) / folder;
  std::error_code error;
  if (!fs::is_directory(top, error)) return Status();
  std::vector<fs::path> all = {top};
  if (!folder.empty()) {
    for (fs::recursive_directory_iterator entry(top, error), end; !error && entry != end; entry.increment(error)) {
      std::error_code ignored;
      if (entry->is_directory(ignored)) all.push_back(entry->path());
    }
  }
  for (const fs::path& path : all) {
    const int watch = inotify_add_watch(fd_, path.c_str(), kEvents);
    if (watch < 0) {
      return Status(ErrorCode::kInternal, fmt::format("can't be watched: {}", std::strerror(errno)))
          .At(path.string())
          .Hint("sysctl fs.inotify.max_user_watches is the limit of watches");
    }
    const std::string relative = path.lexically_relative(root_).string();
    folders_[watch] = relative == "." ? "" : relative;
  }
  return Status();
}

std::vector<std::string> SourceWatch::Take() {
  std::set<std::string> changed;
  alignas(inotify_event) std::array<char, 16 * 1024> buffer;
  for (ssize_t size = 0; (size = read(fd_, buffer.data(), buffer.size())) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof(inotify_event) + event->len;
      const std::string name = event->len == 0 ? "" : event->name;
      const auto folder = folders_.find(event->wd);
      if (folder == folders_.end() || IsEditorsOwn(name)) continue;
      const std::string path = folder->second.empty() ? name : folder->second + "/" + name;
      if ((event->mask & IN_ISDIR) != 0) {
        // A new folder may hold files already.
        const bool ours = std::find(kFolders.begin(), kFolders.end(), path.substr(0, path.find('/'))) != kFolders.end();
        if (!ours) continue;
        if ((event->mask & (IN_CREATE | IN_MOVED_TO)) != 0) static_cast<void>(Watch(path));
        changed.insert(path + "/");
      } else if ((event->mask & IN_CREATE) == 0 && IsSource(path)) {
        changed.insert(path);  // a created file is written next
      }
    }
  }
  return {changed.begin(), changed.end()};
}

}  // namespace opdk::author
