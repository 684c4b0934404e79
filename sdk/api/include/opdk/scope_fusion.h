// Data that crosses the boundary of a package when one of its scope fusion passes runs (register/scope): the graph that
// the pass sees, and the pass's answer. A pass's own classes have std::strings, so they stay inside the package. This
// header is C++11, because the headers that authors include rest on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "opdk/registrations.h"

namespace ge {
class ScopeBasePass;
}  // namespace ge

namespace opdk {

// The nodes of a framework's graph, in its order.
class ScopeGraphSource {
 public:
  virtual ~ScopeGraphSource() {}
  virtual size_t NodeCount() const = 0;
  virtual ge::AscendString NodeName(size_t node) const = 0;
  virtual ge::AscendString NodeType(size_t node) const = 0;
  // Returns the node with its attributes and the names of its inputs. The first call makes it, later calls return the
  // same. Never null.
  virtual std::shared_ptr<ge::Operator> NodeOperator(size_t node) = 0;
};

// Ports of the fused operator: input or output i of `node` is input or output indices[i] of the fused operator.
struct ScopeFusionPorts {
  ge::AscendString node;  // the end of the node's name
  std::vector<int32_t> indices;
};

// One of several operators that replace a scope.
struct ScopeFusionNode {
  using Ends = std::vector<std::pair<ge::AscendString, int32_t>>;
  ge::AscendString name;
  ge::AscendString type;
  Ends inputs;        // source of each input: another ScopeFusionNode and its output, or the fused scope and its input
  Ends outputs;       // target of each output: another ScopeFusionNode and its input, or the fused scope and its output
  ge::Operator made;  // empty: the pass hasn't built it
};

// Scopes and nodes that become one operator, or several.
struct ScopeFusionResult {
  ge::AscendString name;
  ge::AscendString type;
  std::vector<ge::AscendString> scopes;  // with all their nodes and sub-scopes
  std::vector<ge::AscendString> nodes;   // additional nodes
  std::vector<ScopeFusionPorts> inputs;
  std::vector<ScopeFusionPorts> outputs;
  bool several = false;                      // `inner_nodes` replace the scopes, not one operator of `type`
  std::vector<ScopeFusionNode> inner_nodes;  // empty unless `several`
};

// A pass's answer for a graph.
struct ScopeFusionAnswer {
  std::vector<ScopeFusionResult> results;
  // Scopes that the pass matched but then declined to fuse.
  std::vector<ge::AscendString> given_up;
  // Reason why the answer has no meaning ("it gives a scope that is null"); "": it has one.
  ge::AscendString problem;
};

// A scope fusion pass on the list of a package's registrations; the entry's type is the pass's name.
struct ScopePassEntry : RegistrationEntry {
  static constexpr EntryKind kKind = EntryKind::kScopePass;
  using Create = ge::ScopeBasePass* (*)();
  using Run = void (*)(Create create, ScopeGraphSource& graph, ScopeFusionAnswer& answer);
  ScopePassEntry(const char* name, Create create_pass, Run run_pass, bool is_general)
      : RegistrationEntry(kKind, sizeof(ScopePassEntry), name, SourcePlace()),
        create(create_pass),
        run(run_pass),
        general(is_general) {}
  Create create;
  Run run;       // makes a pass and runs it on the graph
  bool general;  // runs without being named in an option
};

}  // namespace opdk
