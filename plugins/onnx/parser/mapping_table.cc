#include "plugins/onnx/parser/mapping_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "register/register.h"

namespace opdk::onnx_plugin {
namespace {

std::string Key(const std::string& domain, const std::string& type) { return domain + "::" + type; }

}  // namespace

MappingTable::MappingTable(const ParserContext& context) : context_(context) {
  for (const auto& origin : context.OriginTypes(domi::ONNX)) {
    const size_t first = origin.find("::");
    const size_t second = first == std::string::npos ? first : origin.find("::", first + 2);
    if (second == std::string::npos) continue;
    int64_t opset = 0;
    auto [stop, error] = std::from_chars(origin.data() + first + 2, origin.data() + second, opset);
    if (error != std::errc() || stop != origin.data() + second) continue;
    const std::string domain = first == 0 ? kStandardDomain : origin.substr(0, first);
    versions_[Key(domain, origin.substr(second + 2))][opset] = origin;
  }
}

Mapping MappingTable::Find(const std::string& domain, int64_t opset, const std::string& type) const {
  auto found = versions_.find(Key(domain, type));
  if (found == versions_.end()) return {};
  auto above = found->second.upper_bound(opset);
  if (above == found->second.begin()) return {};
  Mapping mapping;
  mapping.origin_type = std::prev(above)->second;
  mapping.data = context_.FindMapping(domi::ONNX, mapping.origin_type);
  const auto local = EntriesOf<FrameworkOpEntry>(*RegistrationList::Local().list());
  mapping.own = std::any_of(local.begin(), local.end(),
                            [&](const FrameworkOpEntry* entry) { return entry->data.get() == mapping.data; });
  return mapping;
}

Status MappingTable::Unknown(const std::string& node_title, const std::string& domain, int64_t opset,
                             const std::string& type) const {
  std::string reason =
      fmt::format("{}: no loaded package maps the operator {}::{}::{}", node_title, domain, opset, type);
  std::vector<std::string> same_domain;
  for (const auto& [key, unused] : versions_) {
    const size_t end = key.rfind("::");
    if (key.compare(0, end, domain) == 0) same_domain.push_back(key.substr(end + 2));
  }
  if (auto found = versions_.find(Key(domain, type)); found != versions_.end()) {
    reason += fmt::format("; it is mapped from opset {} on", found->second.begin()->first);
  } else if (const std::string near = Nearest(type, same_domain); !near.empty()) {
    reason += fmt::format("; did you mean {}?", near);
  }
  return Status(ErrorCode::kOperatorUnknown, fmt::format("{} ({})", reason, context_.DescribeSearch()))
      .Hint("add --plugins DIR with the package that provides it");
}

}  // namespace opdk::onnx_plugin
