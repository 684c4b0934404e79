#include "graph_core/package/refused_operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "graph_core/base/file.h"

namespace opdk {
namespace {

// Returns whether an operator's name is at `at`: as a key of embedded YAML, as a text of its own, or as the end of
// "my.domain::1::Clamp".
bool NamesOperator(const std::string& bytes, size_t at, size_t length) {
  const char before = at == 0 ? '\0' : bytes[at - 1];
  const char after = at + length < bytes.size() ? bytes[at + length] : '\0';
  const bool begins = before == '\0' || before == '\n';
  if (after == ':') return begins;
  const bool after_domain = at >= 2 && before == ':' && bytes[at - 2] == ':';
  return after == '\0' && (begins || after_domain);
}

// The symbol that every package exports. Other libraries may also contain an operator's name as a text.
constexpr std::string_view kPackageSymbol = "opdk_package";

bool HoldsName(const std::string& bytes, std::string_view type) {
  for (size_t at = bytes.find(type); at != std::string::npos; at = bytes.find(type, at + 1)) {
    if (NamesOperator(bytes, at, type.size())) return true;
  }
  return false;
}

// Returns the first refused library whose bytes hold the name of the operator or package. nullptr: there is none.
const RejectedPackage* RefusedWith(const PackageRegistry& packages, std::string_view name) {
  const auto& rejected = packages.rejected();
  const auto found = std::find_if(rejected.begin(), rejected.end(), [name](const RejectedPackage& each) {
    if (name.empty() || !each.path.ends_with(".so")) return false;
    const auto bytes = ReadFile(each.path, kLibraryFile);
    return bytes.ok() && bytes->find(kPackageSymbol) != std::string::npos && HoldsName(*bytes, name);
  });
  return found == rejected.end() ? nullptr : &*found;
}

std::string RefusalText(const RejectedPackage& refused) {
  const Status& reason = refused.reason;
  return fmt::format("was refused: {} {}{}", ToString(reason.code()), reason.message(),
                     reason.hint().empty() ? "" : "; " + reason.hint());
}

}  // namespace

std::string HowToProvide(const PackageRegistry& packages, std::string_view name) {
  const std::string_view type = name.substr(name.rfind(':') + 1);
  const RejectedPackage* refused = RefusedWith(packages, type);
  if (refused == nullptr) {
    return "add --plugins DIR of the package that provides it; " + packages.DescribeSearch();
  }
  return fmt::format("{} has {} and {}", refused->path, type, RefusalText(*refused));
}

std::string WhyRefused(const PackageRegistry& packages, std::string_view package) {
  const RejectedPackage* refused = RefusedWith(packages, package);
  return refused == nullptr ? "" : fmt::format("{} holds it and {}", refused->path, RefusalText(*refused));
}

}  // namespace opdk
