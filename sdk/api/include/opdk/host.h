// The interface of the SDK to the program that loads it: the loaded packages and the graph core. Without a host
// OperatorFactory knows no types, and inference, saving and loading fail with GRAPH_FAILED.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Functions of the loaded packages and the graph core. Thread-safe.
class Host {
 public:
  virtual ~Host() = default;
  virtual Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const = 0;
  virtual std::vector<std::string> OperatorTypes() const = 0;  // sorted
  virtual bool HasInferShape(std::string_view type) const = 0;
  // Runs the inference function registered for op.type; called only where HasInferShape is true. Verify runs the
  // verification function; it succeeds when none is registered.
  virtual Status InferShape(OpDesc& op, const ConstInputFn& const_input) const = 0;
  virtual Status Verify(OpDesc& op, const ConstInputFn& const_input) const = 0;
  // Writes and reads a graph: SaveGraph and LoadGraph as bytes of ge.proto.ModelDef, PrintGraph in the core's text
  // form.
  virtual Result<std::string> SaveGraph(const ge::Graph& graph) const = 0;
  virtual Result<ge::Graph> LoadGraph(std::string_view bytes, const std::string& source_name) const = 0;
  virtual Result<std::string> PrintGraph(const ge::Graph& graph) const = 0;
  // Returns the text that ge::Graph::Dump writes. DumpGraphToFile implements ge::Graph::DumpToFile.
  virtual Result<std::string> DumpGraph(const ge::Graph& graph, ge::Graph::DumpFormat format) const = 0;
  virtual Status DumpGraphToFile(const ge::Graph& graph, ge::Graph::DumpFormat format,
                                 const std::string& suffix) const = 0;
};

// Sets the program's host; nullptr: no host.
void SetHost(std::shared_ptr<const Host> host);
// Returns the program's host; nullptr when there is none.
std::shared_ptr<const Host> CurrentHost();

}  // namespace opdk
