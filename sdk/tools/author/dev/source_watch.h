// Notices saved sources of a package.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::author {

// Watches op_proto, op_info, op_impl, plugins and tests/op with everything below, and CMakeLists.txt, with inotify.
class SourceWatch {
 public:
  // Starts the watch. E9001: the kernel's limit of watches is reached.
  static Result<SourceWatch> Open(const std::string& root);
  SourceWatch(SourceWatch&& other) noexcept;
  SourceWatch& operator=(SourceWatch&&) = delete;
  ~SourceWatch();

  // Returns a descriptor that is readable after an event.
  int fd() const { return fd_; }
  // Returns the files that changed since the last call, relative to the root, each once. Doesn't wait. Files that
  // editors leave beside their work (".mish.cc.swp", "mish.cc~") don't count.
  std::vector<std::string> Take();

 private:
  SourceWatch(int fd, std::string root) : fd_(fd), root_(std::move(root)) {}
  Status Watch(const std::string& folder);  // "" for the root alone

  int fd_;
  std::string root_;
  std::map<int, std::string> folders_;  // by watch descriptor, relative to the root
};

}  // namespace opdk::author
