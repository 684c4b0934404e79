#include "plugins/tensorflow/parser/scope_fusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "opdk/neutral_text.h"
#include "plugins/tensorflow/parser/fused_scope.h"
#include "plugins/tensorflow/parser/node_index.h"
#include "plugins/tensorflow/parser/scope_nodes.h"

namespace opdk::tensorflow_plugin {
namespace {

// Deepest nesting of scopes. The name of a scope repeats the names of all scopes around it.
constexpr std::ptrdiff_t kMostScopes = 256;

Status NoSuchPass(const std::string& name, const std::vector<ScopePass>& passes) {
  std::vector<std::string> names;
  for (const ScopePass& pass : passes) names.push_back(pass.name);
  std::sort(names.begin(), names.end());
  const std::string near = Nearest(name, names);
  return Status(ErrorCode::kUsage, fmt::format("no loaded package has the scope fusion pass '{}'{}", name,
                                               near.empty() ? "" : fmt::format("; did you mean '{}'?", near)))
      .Hint(names.empty() ? "no loaded package has any: add --plugins DIR with the package that provides it"
                          : fmt::format("the loaded packages have {}", fmt::join(names, ", ")));
}

// Returns a result's title for messages: the first scopes that it covers.
std::string TitleOf(const ScopeFusionResult& result) {
  constexpr size_t kShown = 3;
  if (result.scopes.empty()) return fmt::format("'{}'", ToText(result.name));
  std::string title = result.scopes.size() == 1 ? "scope" : "scopes";
  for (size_t i = 0; i < std::min(result.scopes.size(), kShown); ++i) {
    title += fmt::format("{} '{}'", i == 0 ? "" : ",", ToText(result.scopes[i]));
  }
  return title + (result.scopes.size() > kShown ? ", …" : "");
}

}  // namespace

Result<std::vector<ScopePass>> ChooseScopePasses(const ParserContext& context, const std::string& enabled) {
  std::vector<ScopePass> passes = context.ScopePasses();
  std::unordered_set<std::string> wanted;
  std::istringstream parts(enabled);
  for (std::string name; std::getline(parts, name, ',');) {
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    if (name.empty()) continue;
    const bool known =
        std::any_of(passes.begin(), passes.end(), [&](const ScopePass& pass) { return pass.name == name; });
    if (!known) return NoSuchPass(name, passes);
    wanted.insert(name);
  }
  std::erase_if(passes, [&](const ScopePass& pass) { return !pass.entry->general && !wanted.contains(pass.name); });
  return passes;
}

Status ScopeFusion::Run(std::vector<Node>& nodes, std::vector<std::string>& values) {
  if (passes_.empty()) return {};
  for (const Node& node : nodes) {
    if (std::count(node.name.begin(), node.name.end(), '/') <= kMostScopes) continue;
    return Misfit(node, fmt::format("it lies in more than {} scopes, too many for scope fusion passes", kMostScopes));
  }
  ScopeNodes source(nodes, graph_.values());
  FusedNames fused;
  for (const ScopePass& pass : passes_) {
    OPDK_TRY(const ScopeFusionAnswer answer, context_.RunScopePass(pass, source));
    OPDK_TRY(source.status());
    for (const ge::AscendString& scope : answer.given_up) {
      graph_.Warn(fmt::format("{}: scope '{}' is left as it is: the pass can't fuse it", pass.place(), ToText(scope)));
    }
    for (const ScopeFusionResult& result : answer.results) OPDK_TRY(Apply(pass, result, source, fused, nodes, values));
  }
  for (Node& node : nodes) {
    for (auto& [name, body] : node.regions) {
      const std::unordered_set<std::string> arguments(body->inputs.begin(), body->inputs.end());
      const auto given = [&arguments](const std::string& value) { return arguments.contains(value); };
      OPDK_TRY(body->nodes, NodeIndex(body->nodes).Slice(body->outputs, given, true));
      OPDK_TRY(Run(body->nodes, body->outputs));
    }
  }
  return {};
}

Status ScopeFusion::Apply(const ScopePass& pass, const ScopeFusionResult& result, ScopeNodes& source, FusedNames& fused,
                          std::vector<Node>& nodes, std::vector<std::string>& values) {
  const std::string place = pass.place();
  auto members = source.MembersOf(result);
  if (!members.ok()) return std::move(members).status().At(place);
  const bool many = result.scopes.size() > 1;
  const auto leave = [&](const std::string& why) {
    graph_.Warn(
        fmt::format("{}: {} {}: {}", place, TitleOf(result), many ? "are left as they are" : "is left as it is", why));
    return Status();
  };
  for (const std::string& member : *members) {
    if (const auto other = fused.find(member); other != fused.end()) {
      const auto& [title, winner] = other->second;
      return leave(fmt::format("'{}' is of {} already, which {} fused", member, title, winner));
    }
  }
  const size_t count = members->size();
  const FusionRequest request{
      result, place, *std::move(members), [&source](const Node& node) { return source.OperatorOf(node.name); },
      [this](const std::string& name, const std::string& type) { return context_.CreateOperator(name, type); }};
  auto outcome = FuseScope(request, nodes, values);
  OPDK_TRY(source.status());
  if (!outcome.ok()) return std::move(outcome).status();
  if (!outcome->left.empty()) return leave(outcome->left);
  for (const std::string& text : outcome->unknown) {
    graph_.Warn(fmt::format("{}: {}: {}", place, TitleOf(result), text));
  }
  for (const std::string& node : outcome->gone) fused[node] = {TitleOf(result), pass.name};
  report_ += fmt::format("{}: {} ({} node{}) {} {}\n", place, TitleOf(result), count, count == 1 ? "" : "s",
                         many ? "are" : "is", fmt::join(outcome->types, ", "));
  return {};
}

}  // namespace opdk::tensorflow_plugin
