// Where this library lies: what belongs to it was built and installed beside it.
#pragma once

#include <boost/dll/runtime_symbol_info.hpp>
#include <filesystem>

namespace opdk {

// Links are followed: one may lead here from a tree that has nothing else.
inline std::filesystem::path OwnDirectory() {
  const std::filesystem::path library = boost::dll::this_line_location().string();
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(library, error);
  return (error ? library : real).parent_path();
}

}  // namespace opdk
