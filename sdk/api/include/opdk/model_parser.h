// How a framework plugin turns a model file into a ge::Graph.
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

// What a parser may ask of the packages that are loaded.
class ParserContext {
 public:
  virtual ~ParserContext() = default;
  // The mapping registered for a framework's operator ("ai.onnx::13::Clip", "Add"), or nullptr.
  virtual const domi::OpRegistrationData* FindMapping(domi::FrameworkType framework,
                                                      const std::string& origin_type) const = 0;
  // Every origin type registered for a framework, sorted.
  virtual std::vector<std::string> OriginTypes(domi::FrameworkType framework) const = 0;
  // An operator made from the winning prototype; E2002 with "did you mean" when no package has it.
  virtual Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const = 0;
  // The most operators a model may have once its functions are written out: a parser refuses one of more.
  virtual int64_t MaxNodes() const = 0;
  // "loaded packages: a (dir), b (dir); searched: dir, dir": the end of an "unknown operator" message.
  virtual std::string DescribeSearch() const = 0;
  // Types and shapes of the operator's outputs, written into it, from the descs that its inputs have: what the winning
  // prototype's verification and inference functions say. Values of inputs that are linked to constants are known to
  // them. Inference of what feeds the operator is the caller's. E2003 when they refuse it, E2002, E6002.
  virtual Status InferOutputs(ge::Operator& op) const = 0;
  // Whether the winning prototype of that name is of another package than the built-in one: then a framework's operator
  // of the name that nobody maps is meant to be it.
  virtual bool HasCustomPrototype(const std::string& type) const = 0;
  // What of a model goes down and what stays with its framework. E1001, E2004, E2008
  // (graph_core/partition/mixed/mixed_compute.h).
  virtual Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options) const = 0;
  // The scope fusion passes that count, in the order in which they run: by the packages' precedence, then as they are
  // registered. Of passes with one name the first one counts.
  virtual std::vector<ScopePass> ScopePasses() const = 0;
  // Has one of them look at a graph, fenced. E6002: it threw; E2005: its answer has no meaning. Located at the pass.
  virtual Result<ScopeFusionAnswer> RunScopePass(const ScopePass& pass, ScopeGraphSource& graph) const = 0;
};

// What is to be read.
struct ParseRequest {
  // The model's own file first; what else a framework keeps apart (Caffe's weights) in the order it documents.
  std::vector<std::string> files;
  // By name, of those that the parser takes (ModelParser::OptionNames).
  std::map<std::string, std::string> options;
  // Nothing: whichever framework's the first file looks like.
  std::optional<domi::FrameworkType> framework;
};

struct ParseResult {
  ge::Graph graph;
  std::vector<std::string> warnings;  // what the user should know of a model that was read all the same
  // What was made of it that was asked for: the scopes that were fused, what stays with another framework, and why.
  // Lines.
  std::string report = {};
};

// Stateless and thread-safe. Data nodes are named after the model's inputs; the graph's outputs carry the model's
// output names in the graph attribute "output_names" (Graph::SetOutputs order).
class ModelParser {
 public:
  virtual ~ModelParser() = default;
  virtual domi::FrameworkType framework() const = 0;
  // Whether a file is this parser's, from its extension and first bytes (at most 4 KiB).
  virtual bool Accepts(const std::string& path, const std::string& head) const = 0;
  // The options it takes; the host refuses others before it calls Parse.
  virtual std::vector<std::string> OptionNames() const { return {}; }
  // The most files a model of this framework has; the host refuses more, and none.
  virtual size_t MaxFiles() const { return 1; }
  // Errors: E2001 (not a model, truncated), E2002 (an operator without mapping), E1002 (external data missing).
  virtual Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const = 0;
};

struct OPDK_HIDDEN ModelParserRegister {
  explicit ModelParserRegister(std::shared_ptr<const ModelParser> parser) {
    RegistrationList::Local().Append(ModelParserEntry(std::move(parser)));
  }
};

}  // namespace opdk

#define REGISTER_MODEL_PARSER(Class) \
  static const ::opdk::ModelParserRegister g_model_parser_##Class(std::make_shared<Class>())
