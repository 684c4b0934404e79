#include "graph_core/loading/offline_file.h"

#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/trust.h"
#include "graph_core/program/om_container.h"

namespace opdk {
namespace {

// As its tensors may be, an offline model may be larger than any other file of a model.
constexpr FileKind kOfflineFile{"the offline model", kMaxTensor};

}  // namespace

Result<std::shared_ptr<const MappedFile>> MapOffline(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kOfflineFile));
  OPDK_TRY(CheckOpenFile(file));
  OPDK_TRY(MappedFile mapped, MappedFile::Map(file));
  return std::shared_ptr<const MappedFile>(std::make_shared<MappedFile>(std::move(mapped)));
}

Result<OfflineFacts> FactsOfFile(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kOfflineFile));
  OPDK_TRY(MappedFile mapped, MappedFile::Map(file));
  const auto owner = std::make_shared<const MappedFile>(std::move(mapped));
  Result<OfflineFacts> facts = ReadFacts(owner->bytes(), owner);
  if (!facts.ok()) return std::move(facts).status().At(path);
  for (OmSection& section : facts->sections) section.bytes = {nullptr, section.bytes.size()};
  return facts;
}

Result<bool> IsOffline(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kOfflineFile));
  OPDK_TRY(const std::string head, file.ReadHead(kOmMagic.size()));
  return head == kOmMagic;
}

}  // namespace opdk
