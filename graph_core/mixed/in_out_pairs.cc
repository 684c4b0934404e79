#include "graph_core/mixed/in_out_pairs.h"

#include <fmt/format.h>

#include <cctype>
#include <unordered_map>
#include <utility>

namespace opdk {
namespace {

class PairReader {
 public:
  explicit PairReader(std::string_view text) : text_(text) {}

  Result<std::vector<InOutPair>> Read() {
    std::vector<InOutPair> pairs;
    OPDK_TRY(List("the list of pairs", [&] { return Pair(pairs.emplace_back()); }));
    SkipBlanks();
    if (at_ < text_.size()) return Wrong("nothing more, as the list of pairs has ended");
    if (pairs.empty()) return Wrong("a pair [[in names], [out names]] in the list");
    return pairs;
  }

 private:
  Status Pair(InOutPair& pair) {
    std::vector<std::string>* const lists[] = {&pair.in, &pair.out};
    size_t next = 0;
    OPDK_TRY(List("a pair of lists", [&]() -> Status {
      if (next == 2) return Wrong("']': a pair has two lists");
      return Names(*lists[next++]);
    }));
    return pair.out.empty() || pair.in.empty() ? Wrong("a name in both lists of the pair that ends here") : Status();
  }

  Status Names(std::vector<std::string>& names) {
    return List("a list of names", [&]() -> Status {
      std::string name;
      for (; at_ < text_.size() && std::string_view(",[]").find(text_[at_]) == std::string_view::npos; ++at_) {
        if (!IsDropped(text_[at_])) name += text_[at_];
      }
      if (name.empty()) return Wrong("a name");
      names.push_back(std::move(name));
      return {};
    });
  }

  // Reads '[' item {',' item} ']', or '[]'.
  template <typename Item>
  Status List(const char* what, const Item& item) {
    if (!Take('[')) return Wrong(fmt::format("'[' of {}", what));
    if (Take(']')) return {};
    do {
      SkipBlanks();
      OPDK_TRY(item());
    } while (Take(','));
    return Take(']') ? Status() : Wrong(fmt::format("',' or ']' in {}", what));
  }

  static bool IsDropped(char c) { return c == '\'' || c == '"' || std::isspace(static_cast<unsigned char>(c)) != 0; }
  void SkipBlanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool Take(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  Status Wrong(const std::string& expected) const {
    const std::string found = at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : "the end";
    return Status(ErrorCode::kUsage,
                  fmt::format("in_out_pair, character {}: found {}, expected {}", at_ + 1, found, expected))
        .Hint("write [[['first', …], ['last', …]], …]: lists of names of nodes");
  }

  std::string_view text_;
  size_t at_ = 0;
};

// Returns, by node, whether it can be reached from `starts` along `next`, or is a start itself.
std::vector<bool> Reached(const std::vector<size_t>& starts, const std::vector<std::vector<size_t>>& next) {
  std::vector<bool> reached(next.size());
  std::vector<size_t> open;
  const auto visit = [&](size_t node) {
    if (!reached[node]) open.push_back(node);
    reached[node] = true;
  };
  for (const size_t start : starts) visit(start);
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    for (const size_t other : next[node]) visit(other);
  }
  return reached;
}

}  // namespace

Result<std::vector<InOutPair>> ParseInOutPairs(std::string_view text) { return PairReader(text).Read(); }

std::vector<bool> NodesWithin(const MixedGraph& graph, const std::vector<InOutPair>& pairs,
                              const ResolvedPairs& resolved, std::vector<std::string>& notes) {
  const size_t count = graph.nodes.size();
  std::unordered_map<std::string, size_t> by_name;
  std::vector<std::vector<size_t>> producers(count), consumers(count);
  for (size_t i = 0; i < count; ++i) {
    by_name.emplace(graph.nodes[i].name, i);
    producers[i] = graph.nodes[i].controls;
    for (const MixedInput& input : graph.nodes[i].inputs) producers[i].push_back(input.value.node);
    for (const size_t producer : producers[i]) consumers[producer].push_back(i);
  }
  std::vector<bool> within(count);
  for (size_t number = 0; number < pairs.size(); ++number) {
    std::string missing;
    const auto find = [&](const std::vector<std::string>& names) {
      std::vector<size_t> found;
      for (const std::string& name : names) {
        const auto node = by_name.find(name);
        if (node != by_name.end()) found.push_back(node->second);
        if (node == by_name.end() && missing.empty()) missing = name;
      }
      return found;
    };
    const auto left = resolved.find(number);
    const bool is_resolved = left != resolved.end();
    if (is_resolved && left->second.empty()) {
      notes.push_back(fmt::format("pair {}: the framework's optimizer has left none of its nodes here", number + 1));
      continue;
    }
    const std::vector<size_t> in = is_resolved ? left->second : find(pairs[number].in);
    const std::vector<size_t> out = is_resolved ? left->second : find(pairs[number].out);
    if (!missing.empty()) {
      notes.push_back(fmt::format("pair {} is skipped: the graph has no node '{}'", number + 1, missing));
      continue;
    }
    const std::vector<bool> after = Reached(in, consumers);
    const std::vector<bool> before = Reached(out, producers);
    bool any = false;
    for (size_t i = 0; i < count; ++i) {
      if (!after[i] || !before[i]) continue;
      within[i] = any = true;
    }
    if (!any) {
      notes.push_back(fmt::format("pair {} is skipped: no way leads from its first nodes to its last", number + 1));
    }
  }
  return within;
}

}  // namespace opdk
