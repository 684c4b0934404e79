// A directory of its own.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

namespace opdk {

// Makes the directory `prefix`XXXXXX, which only this user can read. The destructor removes it with its contents.
class TemporaryDirectory {
 public:
  // Makes it in the system's directory for temporary files.
  static TemporaryDirectory Named(const std::string& prefix);
  // Makes the directory. The path is empty if that fails; errno then says why.
  explicit TemporaryDirectory(const std::filesystem::path& prefix);
  ~TemporaryDirectory();
  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace opdk
