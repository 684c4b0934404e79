// The interface of a framework plugin that turns a model file into a ge::Graph.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "opdk/mixed_compute.h"
#include "opdk/registrations.h"
#include "opdk/scope_fusion.h"
#include "opdk/status.h"
#include "register/register.h"

namespace opdk {

// A scope fusion pass that a loaded package registers.
struct ScopePass {
  std::string name;
  std::string package;
  const ScopePassEntry* entry = nullptr;
  std::string place() const { return "scope fusion pass " + name + " of package " + package; }
};

// The loaded packages as a parser sees them.
class ParserContext {
 public:
  virtual ~ParserContext() = default;
  // Returns the mapping registered for a framework's operator ("ai.onnx::13::Clip", "Add"), or nullptr.
  virtual const domi::OpRegistrationData* FindMapping(domi::FrameworkType framework,
                                                      const std::string& origin_type) const = 0;
  // Returns every origin type registered for a framework, sorted.
  virtual std::vector<std::string> OriginTypes(domi::FrameworkType framework) const = 0;
  // Makes an operator from the winning prototype; E2002 with "did you mean" when no package has the type.
  virtual Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const = 0;
  // Returns the most operators that a model may have after its functions are inlined. A parser refuses a larger model.
  virtual int64_t MaxNodes() const = 0;
  // Returns "loaded packages: a (dir), b (dir); searched: dir, dir": the end of an "unknown operator" message.
  virtual std::string DescribeSearch() const = 0;
  // Infers types and shapes of the operator's outputs from the descs of its inputs and writes them into the operator.
  // The winning prototype's verification and inference functions run; they see the values of inputs that are linked to
  // constants. The caller must have inferred the producers. E2003 when the functions refuse the operator, E2002, E6002.
  virtual Status InferOutputs(ge::Operator& op) const = 0;
  // Returns whether the winning prototype of that name comes from another package than the built-in one. A framework's
  // operator of that name without a mapping then maps to that prototype.
  virtual bool HasCustomPrototype(const std::string& type) const = 0;
  // Divides a model into the nodes that go down to the device and the nodes that stay with the framework. E1001, E2004,
  // E2008 (graph_core/mixed/mixed_compute.h).
  virtual Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options) const = 0;
  // Returns the scope fusion passes in the order in which they run: by the packages' precedence, then by registration.
  // Lists only the first of several passes with the same name.
  virtual std::vector<ScopePass> ScopePasses() const = 0;
  // Runs a scope fusion pass on a graph and catches its exceptions. Errors are located at the pass. E6002: the pass
  // threw; E2005: its answer has no meaning.
  virtual Result<ScopeFusionAnswer> RunScopePass(const ScopePass& pass, ScopeGraphSource& graph) const = 0;
};

// The model to read.
struct ParseRequest {
  // The model's own file first, then the framework's other files (Caffe's weights) in the order that the framework
  // documents.
  std::vector<std::string> files;
  // Values of the parser's options by name (ModelParser::OptionNames).
  std::map<std::string, std::string> options;
  // nullopt: the framework is recognised from the first file.
  std::optional<domi::FrameworkType> framework;
};

// A model as a graph.
struct ParseResult {
  ge::Graph graph;
  std::vector<std::string> warnings;  // problems of the model that didn't prevent reading
  // Lines about results that an option asked for: the scopes that were fused, the nodes that stay with another
  // framework, and why.
  std::string report = {};
};

// A parser of one framework's models. Stateless and thread-safe. Data nodes are named after the model's inputs; the
// graph attribute "output_names" holds the model's output names, in Graph::SetOutputs order.
class ModelParser {
 public:
  virtual ~ModelParser() = default;
  virtual domi::FrameworkType framework() const = 0;
  // Returns whether this parser reads the file, judged by its extension and first bytes (at most 4 KiB).
  virtual bool Accepts(const std::string& path, const std::string& head) const = 0;
  // Returns the names of the parser's options; the host refuses other options before it calls Parse.
  virtual std::vector<std::string> OptionNames() const { return {}; }
  // Returns the most files that a model of this framework has; the host refuses more, and none.
  virtual size_t MaxFiles() const { return 1; }
  // Reads the model. E2001 (not a model, truncated), E2002 (an operator without mapping), E1002 (external data
  // missing).
  virtual Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const = 0;
};

// Puts a parser on this package's list.
struct OPDK_HIDDEN ModelParserRegister {
  explicit ModelParserRegister(std::shared_ptr<const ModelParser> parser) {
    RegistrationList::Local().Append(ModelParserEntry(std::move(parser)));
  }
};

}  // namespace opdk

#define REGISTER_MODEL_PARSER(Class) \
  static const ::opdk::ModelParserRegister g_model_parser_##Class(std::make_shared<Class>())
