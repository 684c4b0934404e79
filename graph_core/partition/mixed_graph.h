// A framework's graph as mixed compute sees it: which nodes there are, what joins them, and what is known of each. Plain
// data without a framework's types.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace opdk {

struct MixedValue {
  size_t node = 0;
  int output = 0;
  std::strong_ordering operator<=>(const MixedValue&) const = default;
};

struct MixedInput {
  MixedValue value;
  bool tied = false;  // a reference, a string or a resource: producer and consumer are on one side
};

// What a scope of the user's program says of its nodes.
enum class MixedScope : uint8_t { kNone, kStays, kGoesDown };

struct MixedNode {
  std::string name;
  std::string type;
  std::vector<MixedInput> inputs;
  std::vector<size_t> controls;  // nodes that come before
  std::string refusal;           // why the device can't take it; "": it can
  std::string frame;             // the outermost loop or conditional it belongs to, which isn't taken apart; "": none
  MixedScope scope = MixedScope::kNone;
  // Constants and variables that the device can take are in no cluster: each cluster that uses one has a copy.
  bool is_constant = false;
  bool is_variable = false;
  bool is_border = false;  // the framework's by nature (inputs, outputs, its variables): it stays without being refused
  bool is_gray = false;    // taken only where the whole graph is, or where a pair or scope asks for it
};

struct MixedGraph {
  std::vector<MixedNode> nodes;     // in any order; loops may be cycles where they are frames
  std::vector<MixedValue> results;  // values that the framework takes whether or not a node uses them
};

// Whether a cluster has its own copy of the node.
inline bool IsCopied(const MixedNode& node) { return (node.is_constant || node.is_variable) && node.refusal.empty(); }

}  // namespace opdk
