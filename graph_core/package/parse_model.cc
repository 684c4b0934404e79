#include <fmt/format.h>

#include <algorithm>

#include "graph_core/base/file.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/package_registry.h"

namespace opdk {
namespace {

constexpr size_t kHeadBytes = 4096;

}  // namespace

Result<ge::Graph> PackageRegistry::ParseModel(const std::string& path) const {
  std::string head;
  {
    OPDK_TRY(const InputFile file, InputFile::Open(path, kModelFile));
    OPDK_TRY(head, file.ReadHead(kHeadBytes));
  }
  const ModelParser* parser = FindParser(path, head);
  if (parser == nullptr) {
    const bool any = std::any_of(packages_.begin(), packages_.end(), [](const auto& package) {
      return !EntriesOf<ModelParserEntry>(*package->registrations).empty();
    });
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
  const std::vector<std::string> places = status.places();
  const bool located = std::any_of(places.begin(), places.end(),
                                   [&path](const std::string& place) { return place.find(path) != std::string::npos; });
  if (located) return status;
  return std::move(status).At(path);
}

}  // namespace opdk
