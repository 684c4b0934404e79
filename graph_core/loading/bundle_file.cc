#include "graph_core/loading/bundle_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph_core/execution/session_memory.h"
#include "graph_core/program/om_container.h"

namespace opdk {
namespace {

bool IsModel(const OmSection& section) { return section.type == OmPartition::kBundleModel; }

}  // namespace

Status CheckBundle(size_t models) {
  if (models == 0) return Status(ErrorCode::kUsage, "no graph is given");
  if (models <= kMostOmSections) return Status();
  return Status(ErrorCode::kUsage,
                fmt::format("{} graphs are given, and a bundle has at most {}", models, kMostOmSections))
      .Hint("make several bundles");
}

std::string WriteBundle(std::span<const std::string> models) {
  std::vector<OmSection> sections;
  for (const std::string& model : models) sections.push_back({OmPartition::kBundleModel, model});
  return WriteOm("bundle", sections);
}

Result<std::vector<std::string_view>> ReadBundle(std::string_view bytes) {
  OPDK_TRY(const std::vector<OmSection> sections, ReadOm(bytes));
  std::vector<std::string_view> models;
  for (const OmSection& section : sections) {
    if (IsModel(section)) models.push_back(section.bytes);
  }
  if (!models.empty() && models.size() == sections.size()) return models;
  return Status(ErrorCode::kModelInvalid, "not a bundle of offline models")
      .Hint("aclgrphBundleBuildModel makes a bundle; a single model is loaded by itself");
}

std::shared_ptr<SessionMemory> MemoryOfBundle() { return std::make_shared<SessionMemory>(); }

bool IsBundle(std::string_view bytes) {
  const auto sections = ReadOmTable(bytes);
  return sections.ok() && std::any_of(sections->begin(), sections->end(), IsModel);
}

}  // namespace opdk
