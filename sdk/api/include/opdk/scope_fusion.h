// What crosses the boundary of a package when one of its scope fusion passes runs (register/scope): the graph that it
// looks at, and what it makes of it. A pass's own classes have std::strings, so they stay inside of the package. This
// header is C++11, because the headers authors include rest on it.
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
  // The node with its attributes and the names of its inputs: made when it is first asked for, then the same. Never
  // null.
  virtual std::shared_ptr<ge::Operator> NodeOperator(size_t node) = 0;
};

// Input or output i of a node of the scope is input or output indices[i] of the fused operator.
struct ScopeFusionPorts {
  ge::AscendString node;  // the end of its name
  std::vector<int32_t> indices;
};

// One of the operators that a scope becomes.
struct ScopeFusionNode {
  using Ends = std::vector<std::pair<ge::AscendString, int32_t>>;
  ge::AscendString name;
  ge::AscendString type;
  Ends inputs;        // by input: another such node and its output, or the fused scope and its input
  Ends outputs;       // by output: another such node and its input, or the fused scope and its output
  ge::Operator made;  // empty: the pass hasn't built it
};

struct ScopeFusionResult {
  ge::AscendString name;
  ge::AscendString type;
  std::vector<ge::AscendString> scopes;  // with all that they hold
  std::vector<ge::AscendString> nodes;   // besides
  std::vector<ScopeFusionPorts> inputs;
  std::vector<ScopeFusionPorts> outputs;
  bool several = false;                      // it becomes `inner_nodes`, not one operator of `type`
  std::vector<ScopeFusionNode> inner_nodes;  // empty unless `several`
};

// What a pass makes of a graph.
struct ScopeFusionAnswer {
  std::vector<ScopeFusionResult> results;
  // Scopes that the pass matched and then found it can't fuse.
  std::vector<ge::AscendString> given_up;
  // What of the pass's answers has no meaning ("it gives a scope that is null"); "": nothing.
  ge::AscendString problem;
};

// A scope fusion pass on the list of a package's registrations; its type is the pass's name.
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
  Run run;       // makes a pass and has it look at the graph
  bool general;  // it runs without being asked for
};

}  // namespace opdk
