#include "graph_core/base/yaml_aliases.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

namespace opdk {
namespace {

constexpr int64_t kMostValues = 1'000'000;
constexpr int64_t kDeepest = 500;

// The size of a node with its aliases written out.
struct Extent {
  int64_t values = 1;
  int64_t depth = 0;
};

class Walk : public YAML::EventHandler {
 public:
  std::optional<YamlExcess> excess;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { Leaf(mark, anchor); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string&) override {
    Leaf(mark, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Begin(mark, anchor);
  }
  void OnSequenceEnd() override { End(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Begin(mark, anchor);
  }
  void OnMapEnd() override { End(); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchored_.find(anchor);
    if (known == anchored_.end()) return Stop(mark, "an alias refers to what it is a part of");
    Add(mark, known->second);
  }

 private:
  struct Open {
    YAML::Mark mark;
    YAML::anchor_t anchor;
    Extent extent;
  };

  void Stop(const YAML::Mark& mark, std::string what) {
    if (!excess) excess = YamlExcess{mark, std::move(what)};
  }

  void Leaf(const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) anchored_[anchor] = Extent();
    Add(mark, Extent());
  }

  void Begin(const YAML::Mark& mark, YAML::anchor_t anchor) { open_.push_back({mark, anchor, {}}); }

  void End() {
    const Open ended = open_.back();
    open_.pop_back();
    if (ended.anchor != YAML::NullAnchor) anchored_[ended.anchor] = ended.extent;
    Add(ended.mark, ended.extent);
  }

  void Add(const YAML::Mark& mark, const Extent& part) {
    if (open_.empty()) return;
    Extent& whole = open_.back().extent;
    // The sum is bounded, because aliases of aliases double it.
    whole.values = std::min(whole.values + part.values, kMostValues + 1);
    whole.depth = std::max(whole.depth, part.depth + 1);
    if (whole.values > kMostValues) {
      Stop(mark, fmt::format("written out without aliases this is more than {} values", kMostValues));
    }
    if (whole.depth > kDeepest) Stop(mark, fmt::format("this nests deeper than {} levels", kDeepest));
  }

  std::vector<Open> open_;
  std::map<YAML::anchor_t, Extent> anchored_;  // of nodes that were read completely
};

}  // namespace

std::optional<YamlExcess> FindYamlExcess(std::string_view text) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  Walk walk;
  parser.HandleNextDocument(walk);
  return walk.excess;
}

}  // namespace opdk
