// What the SDK asks of the program it runs in: the loaded packages and the graph core. Without a host,
// OperatorFactory knows nothing and inference, saving and loading fail with GRAPH_FAILED.
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

// Thread-safe.
class Host {
 public:
  virtual ~Host() = default;
  virtual Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const = 0;
  virtual std::vector<std::string> OperatorTypes() const = 0;  // sorted
  virtual bool HasInferShape(std::string_view type) const = 0;
  // Run the functions registered for op.type; InferShape is called only where HasInferShape, Verify succeeds where
  // nothing is registered.
  virtual Status InferShape(OpDesc& op, const ConstInputFn& const_input) const = 0;
  virtual Status Verify(OpDesc& op, const ConstInputFn& const_input) const = 0;
  // ge.proto.ModelDef in bytes, the core's text form.
  virtual Result<std::string> SaveGraph(const ge::Graph& graph) const = 0;
  virtual Result<ge::Graph> LoadGraph(std::string_view bytes, const std::string& source_name) const = 0;
  virtual Result<std::string> PrintGraph(const ge::Graph& graph) const = 0;
  // What ge::Graph::Dump and DumpToFile write.
  virtual Result<std::string> DumpGraph(const ge::Graph& graph, ge::Graph::DumpFormat format) const = 0;
  virtual Status DumpGraphToFile(const ge::Graph& graph, ge::Graph::DumpFormat format,
                                 const std::string& suffix) const = 0;
};

// nullptr: none.
void SetHost(std::shared_ptr<const Host> host);
std::shared_ptr<const Host> CurrentHost();

}  // namespace opdk
