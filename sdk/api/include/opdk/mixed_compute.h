// A framework's graph as mixed compute sees it: which nodes there are, what joins them, and what is known of each; and
// how it is parted into what goes down to the device and what stays. Plain data without a framework's types.
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
  // The framework's by nature (inputs, outputs, its variables): it stays, which is no refusal even where `refusal` says
  // why.
  bool is_border = false;
  bool is_gray = false;  // taken only where the whole graph is, or where a pair or scope asks for it
};

struct MixedGraph {
  std::vector<MixedNode> nodes;     // in any order; loops may be cycles where they are frames
  std::vector<MixedValue> results;  // values that the framework takes whether or not a node uses them
};

// Whether a cluster has its own copy of the node.
inline bool IsCopied(const MixedNode& node) { return (node.is_constant || node.is_variable) && node.refusal.empty(); }

// Whether nodes of the type compute nothing: without others they aren't worth a call.
inline bool IsSlight(const std::string& type) { return type == "NoOp" || type == "Identity" || type == "IdentityN"; }

struct MixedOptions {
  // False: the whole graph goes down or is refused, as one cluster as far as nothing of the framework's lies between.
  bool mix_compile_mode = false;
  std::string in_out_pair;       // "[[['in', …], ['out', …]], …]"; "": none
  bool in_out_pair_flag = true;  // whether what the pairs enclose goes down (and nothing else), or stays
};

struct MixedCluster {
  std::vector<size_t> nodes;        // producers first, as far as no loop is closed
  std::vector<size_t> copies;       // constants and variables, of which the cluster has its own
  std::vector<MixedValue> inputs;   // values of nodes outside
  std::vector<MixedValue> outputs;  // values that nodes outside, or the graph's results, need
  std::vector<size_t> controls;     // nodes outside that come before
};

inline constexpr int kOnHost = -1;
inline constexpr int kInCopiesOnly = -2;  // a constant or variable that only clusters use

struct MixedPartition {
  std::vector<int> cluster_of;         // by node: its cluster, or one of the two above
  std::vector<MixedCluster> clusters;  // each after those whose values it takes
  std::string report;                  // what goes down and what stays, and why; lines
};

}  // namespace opdk
