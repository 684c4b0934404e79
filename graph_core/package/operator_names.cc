#include "graph_core/package/operator_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "graph_core/package/framework_info.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/package/refused_operators.h"

namespace opdk {
namespace {

// Returns an operator's name without version and without the standard domain: "ai.onnx::13::Clip" -> "Clip",
// "com.microsoft::1::QGemm" -> "com.microsoft::QGemm". Frameworks without domains and versions give the plain name.
std::string NameIn(const std::string& origin) {
  const size_t last = origin.rfind("::");
  if (last == std::string::npos) return origin;
  const std::string domain = origin.substr(0, origin.find("::"));
  const std::string name = origin.substr(last + 2);
  return domain == "ai.onnx" ? name : domain + "::" + name;
}

// Maps a framework's names to Ascend IR's types. Versions of an operator differ in form, not in meaning, so any is
// taken.
std::map<std::string, std::string> NamesOf(const PackageRegistry& packages, domi::FrameworkType framework) {
  std::map<std::string, std::string> names;
  for (const std::string& origin : packages.OriginTypes(framework)) {
    names[NameIn(origin)] = packages.FindMapping(framework, origin)->GetOmOptype();
  }
  return names;
}

std::vector<std::string> Keys(const std::map<std::string, std::string>& names) {
  std::vector<std::string> keys;
  keys.reserve(names.size());
  for (const auto& [name, type] : names) keys.push_back(name);
  return keys;
}

}  // namespace

Result<std::string> OperatorNamed(const PackageRegistry& packages, const std::string& name) {
  const size_t colon = name.find(':');
  const auto framework = FrameworkOfKey(name.substr(0, colon));
  if (colon == std::string::npos || !framework) return name;
  const auto names = NamesOf(packages, *framework);
  const std::string own = name.substr(colon + 1);
  if (const auto found = names.find(own); found != names.end()) return found->second;
  const std::string near = Nearest(own, Keys(names));
  return Status(ErrorCode::kOperatorUnknown,
                fmt::format("no loaded package maps {}'s operator '{}'{}", FrameworkTitle(*framework), own,
                            near.empty() ? "" : fmt::format("; did you mean {}:{}?", name.substr(0, colon), near)))
      .Hint(HowToProvide(packages, own));
}

Status NameOperators(const PackageRegistry& packages, std::vector<std::string>& names) {
  for (std::string& name : names) {
    OPDK_TRY(name, OperatorNamed(packages, name));
  }
  return {};
}

std::vector<std::string> FrameworkNames(const PackageRegistry& packages, std::string_view type) {
  std::vector<std::string> found;
  for (const domi::FrameworkType framework : NamedFrameworks()) {
    for (const auto& [name, becomes] : NamesOf(packages, framework)) {
      if (becomes == type) found.push_back(fmt::format("{}:{}", FrameworkKey(framework), name));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string DidYouMean(const PackageRegistry& packages, std::string_view name) {
  const std::string near = Nearest(name, packages.OperatorTypes());
  std::string near_of_frameworks;
  for (const domi::FrameworkType framework : NamedFrameworks()) {
    const auto names = NamesOf(packages, framework);
    if (const auto same = names.find(std::string(name)); same != names.end()) {
      return fmt::format("; {}:{} becomes {}", FrameworkKey(framework), name, same->second);
    }
    const std::string nearest = Nearest(name, Keys(names));
    if (near_of_frameworks.empty() && !nearest.empty()) {
      near_of_frameworks = fmt::format("{}:{}", FrameworkKey(framework), nearest.substr(0, nearest.find(',')));
    }
  }
  const std::string& offered = near.empty() ? near_of_frameworks : near;
  return offered.empty() ? "" : fmt::format("; did you mean {}?", offered);
}

}  // namespace opdk
