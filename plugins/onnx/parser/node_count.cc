#include "plugins/onnx/parser/node_count.h"

#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "plugins/onnx/parser/expander.h"
#include "plugins/onnx/parser/schemas.h"

namespace opdk::onnx_plugin {
namespace {

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

// Far beyond any limit, and still to be added to itself.
constexpr int64_t kCountless = std::numeric_limits<int64_t>::max() / 4;

class Counter {
 public:
  Counter(ModelFunctions functions, const importer::MappingTable& mappings)
      : functions_(std::move(functions)), mappings_(mappings) {}

  int64_t Count(const Nodes& nodes, const OpsetImports& imports, int depth) {
    int64_t count = 0;
    for (const auto& node : nodes) count = Sum(count, Count(node, imports, depth));
    return count;
  }

 private:
  static int64_t Sum(int64_t a, int64_t b) { return a + b > kCountless ? kCountless : a + b; }

  // Counts a node with everything that it holds or calls. The expander refuses nodes that nest without end.
  int64_t Count(const onnx::NodeProto& node, const OpsetImports& imports, int depth) {
    int64_t count = 1;
    if (depth > kMaxDepth) return count;
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_g()) count = Sum(count, Count(attribute.g().node(), imports, depth + 1));
    }
    const onnx::FunctionProto* called = CalledBy(node, imports);
    return called == nullptr ? count : Sum(count, Count(*called, depth));
  }

  int64_t Count(const onnx::FunctionProto& function, int depth) {
    // A function that calls itself counts as nothing where it does.
    const auto [known, added] = counted_.emplace(&function, 0);
    if (!added) return known->second;
    const auto imports = ReadImports(function.opset_import());
    const int64_t count = imports.ok() ? Count(function.node(), *imports, depth + 1) : 0;
    return counted_[&function] = count;
  }

  const onnx::FunctionProto* CalledBy(const onnx::NodeProto& node, const OpsetImports& imports) const {
    const std::string domain = DomainOf(node.domain());
    const auto import = imports.find(domain);
    if (import == imports.end() || mappings_.Find(domain, import->second, node.op_type()) != nullptr) return nullptr;
    return functions_.Called(node);
  }

  const ModelFunctions functions_;
  const importer::MappingTable& mappings_;
  std::unordered_map<const onnx::FunctionProto*, int64_t> counted_;
};

}  // namespace

int64_t CountWrittenOut(const onnx::ModelProto& model, const importer::MappingTable& mappings) {
  const auto imports = ReadImports(model.opset_import());
  auto functions = ModelFunctions::Of(model);
  // The expander reports errors of imports and functions.
  if (!imports.ok() || !functions.ok()) return 0;
  return Counter(*std::move(functions), mappings).Count(model.graph().node(), *imports, 0);
}

}  // namespace opdk::onnx_plugin
