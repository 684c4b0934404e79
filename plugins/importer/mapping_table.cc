#include "plugins/importer/mapping_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_set>
#include <vector>

#include "graph/operator_factory.h"

namespace opdk::importer {
namespace {

std::string Key(const std::string& domain, const std::string& type) { return domain + "::" + type; }

struct Origin {
  std::string domain;
  std::string type;
  int64_t version = 0;
};

// Reads an origin type: "Type" or "domain::version::Type". Empty: the text has neither form.
std::optional<Origin> ReadOrigin(const std::string& text, const std::string& standard_domain) {
  const size_t first = text.find("::");
  if (first == std::string::npos) return Origin{standard_domain, text, 0};
  const size_t second = text.find("::", first + 2);
  if (second == std::string::npos) return std::nullopt;
  Origin origin{first == 0 ? standard_domain : text.substr(0, first), text.substr(second + 2), 0};
  const auto [stop, error] = std::from_chars(text.data() + first + 2, text.data() + second, origin.version);
  if (error != std::errc() || stop != text.data() + second) return std::nullopt;
  return origin;
}

// Returns the mappings that this package registers.
std::unordered_set<const domi::OpRegistrationData*> OwnMappings() {
  std::unordered_set<const domi::OpRegistrationData*> own;
  for (const FrameworkOpEntry* entry : EntriesOf<FrameworkOpEntry>(*RegistrationList::Local().list())) {
    own.insert(entry->data.get());
  }
  return own;
}

}  // namespace

MappingTable::MappingTable(const Framework& framework, const ParserContext& context)
    : framework_(framework), context_(context) {
  const auto own = OwnMappings();
  for (const auto& text : context.OriginTypes(framework.type())) {
    const auto origin = ReadOrigin(text, framework.StandardDomain());
    const domi::OpRegistrationData* data = context.FindMapping(framework.type(), text);
    if (!origin || data == nullptr) continue;
    versions_[Key(origin->domain, origin->type)][origin->version] = {data, text, own.contains(data)};
  }
}

const Mapping* MappingTable::Find(const std::string& domain, int64_t version, const std::string& type) const {
  const auto found = versions_.find(Key(domain, type));
  if (found == versions_.end()) return nullptr;
  const auto above = found->second.upper_bound(version);
  return above == found->second.begin() ? nullptr : &std::prev(above)->second;
}

const Mapping* MappingTable::ByName(const SourceNode& node) {
  const bool ir = node.domain == kIrDomain;
  if (!TakesByName(node.domain, node.type)) return nullptr;
  const auto [entry, is_new] =
      by_name_.try_emplace(Key(node.domain, node.type), NamedMapping{domi::OpRegistrationData(node.type), {}});
  if (is_new) {
    NamedMapping& made = entry->second;
    made.data.FrameworkType(framework_.type()).ParseParamsByOperatorFn(domi::AutoMappingByOpFn);
    made.mapping = {&made.data, "its name", ir, !ir};
  }
  return &entry->second.mapping;
}

bool MappingTable::TakesByName(const std::string& domain, const std::string& type) const {
  if (domain == kIrDomain) return true;
  // An operator that is mapped for other versions may mean something else in this one.
  return !versions_.contains(Key(domain, type)) && context_.HasCustomPrototype(type);
}

Status MappingTable::Unknown(const SourceNode& node) const {
  std::string reason = fmt::format("{}: no loaded package maps the operator {}", NodeTitle(node),
                                   OriginText(node.domain, node.version, node.type));
  std::vector<std::string> candidates;
  for (const auto& [key, unused] : versions_) {
    const size_t end = key.rfind("::");
    if (key.compare(0, end, node.domain) == 0) candidates.push_back(key.substr(end + 2));
  }
  // A node without a mapping takes a package's own prototype of its name.
  std::vector<ge::AscendString> types;
  static_cast<void>(ge::OperatorFactory::GetOpsTypeList(types));
  for (const ge::AscendString& type : types) {
    if (context_.HasCustomPrototype(type.GetString())) candidates.emplace_back(type.GetString());
  }
  std::sort(candidates.begin(), candidates.end());
  if (auto found = versions_.find(Key(node.domain, node.type)); found != versions_.end()) {
    reason += fmt::format("; it is mapped from {} {} on", framework_.VersionWord(), found->second.begin()->first);
  } else if (const std::string near = Nearest(node.type, candidates); !near.empty()) {
    reason += fmt::format("; did you mean {}?", near);
  }
  // No prototype has a domain in its name, so this fails even where a prototype has the type. The hint names a refused
  // package that has the operator.
  const Status made = context_.CreateOperator(node.name, Key(node.domain, node.type)).status();
  return Status(ErrorCode::kOperatorUnknown, reason).Hint(made.hint());
}

}  // namespace opdk::importer
