#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

constexpr std::streamsize kHeadBytes = 4096;

Result<std::string> ReadHead(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return Status(ErrorCode::kFileNotFound, "it is a directory, not a model file").At(path);
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Status(ErrorCode::kFileNotFound, fmt::format("the model can't be read: {}", std::strerror(errno))).At(path);
  }
  std::string head(kHeadBytes, '\0');
  file.read(head.data(), kHeadBytes);
  head.resize(static_cast<size_t>(file.gcount()));
  return head;
}

}  // namespace

Result<ge::Graph> PackageRegistry::ParseModel(const std::string& path) const {
  OPDK_TRY(const std::string head, ReadHead(path));
  const ModelParser* parser = FindParser(path, head);
  if (parser == nullptr) {
    const bool any = std::any_of(packages_.begin(), packages_.end(),
                                 [](const auto& package) { return !package->registrations->model_parsers.empty(); });
    return Status(ErrorCode::kModelInvalid, any ? "no loaded framework plugin reads this file"
                                                : "no framework plugin is loaded that could read a model")
        .At(path)
        .Hint(DescribeSearch());
  }
  Result<ge::Graph> parsed = Status(ErrorCode::kInternal, "the parser was not called");
  Status status = Fence(
      [&] {
        parsed = parser->Parse(path, *this);
        return Status();
      },
      [] { return std::string("the framework plugin's parser"); });
  if (status.ok()) status = parsed.status();
  if (status.ok()) return parsed;
  const bool located = std::any_of(status.places().begin(), status.places().end(),
                                   [&path](const std::string& place) { return place.find(path) != std::string::npos; });
  if (located) return status;
  return std::move(status).At(path);
}

}  // namespace opdk
