// The directory of a library: files that belong to it are built and installed beside it.
#pragma once

#include <boost/dll/runtime_symbol_info.hpp>
#include <filesystem>

namespace opdk {

// Returns the library's directory. Links are followed: LD_LIBRARY_PATH may lead here from a tree of links that has
// nothing else.
inline std::filesystem::path RealDirectory(const std::filesystem::path& library) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(library, error);
  return (error ? library : real).parent_path();
}

// Returns the directory of the library that calls it.
inline std::filesystem::path OwnDirectory() { return RealDirectory(boost::dll::this_line_location().string()); }

// Returns the directory of the library that defines the function.
template <typename Function>
std::filesystem::path DirectoryOf(const Function& function) {
  return RealDirectory(boost::dll::symbol_location(function).string());
}

}  // namespace opdk
