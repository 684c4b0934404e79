// Joins products of one row with constant weights, such as the queries, keys and values of a decoded token. The joined
// product has all their columns, and its result is split. With one row nearly all work is reading the weights, and one
// long reading is faster than several. With more rows joining gains nothing. Weights that fill the caches gain nothing
// either, and would lie in memory twice while they are joined.
#include <map>
#include <utility>

#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_impl/graph_fusion/product_attributes.h"
#include "op_proto/array/concat.h"
#include "op_proto/array/split.h"

namespace opdk::graph_fusion {
namespace {

using ge::GNode;
using Ints = std::vector<int64_t>;

constexpr const char* kProductTypes[] = {"MatMul", "MatMulV2", "BatchMatMul", "BatchMatMulV2"};

// Largest weights of a family, in bytes. Measured: a tenth faster with 800 KB, a thirtieth with 3 MB, no faster with 12
// MB.
constexpr size_t kMostBytes = size_t{8} << 20;

// The properties that siblings share.
struct Family {
  std::string source;
  int32_t output = 0;
  std::string type;
  ge::DataType dtype = ge::DT_UNDEFINED;
  bool turned = false, biased = false;
  size_t rank = 0;
  auto operator<=>(const Family&) const = default;
};

bool IsFloat(ge::DataType type) { return type == ge::DT_FLOAT || type == ge::DT_FLOAT16 || type == ge::DT_BF16; }

bool IsOneRow(const Ints& y) {
  if (y.size() < 2 || y.back() < 1) return false;
  return std::all_of(y.begin(), y.end() - 1, [](int64_t extent) { return extent == 1; });
}

bool IsNobodyElses(const GNode& node, int32_t input) {
  const auto [source, output] = node.GetInDataNodesAndPortIndexs(input);
  return source != nullptr && source->GetOutDataNodesAndPortIndexs(output).size() == 1;
}

// Returns whether the bias has one number for each column.
bool HasPlainBias(const GNode& product, int64_t columns) {
  const auto bias = ConstantInput(product, kProductBias);
  return bias && bias->GetTensorDesc().GetShape().GetDims() == Ints{columns};
}

std::optional<Family> FamilyOf(const GNode& node) {
  Family family;
  family.type = TypeOf(node);
  if (std::find(std::begin(kProductTypes), std::end(kProductTypes), family.type) == std::end(kProductTypes)) return {};
  const Ints y = OutputOf(node).GetShape().GetDims();
  const auto weights = ConstantInput(node, kWeights);
  family.dtype = InputOf(node, 0).GetDataType();
  if (!weights || !IsFloat(family.dtype) || !IsOneRow(y) || TurnsRows(node)) return {};
  if (weights->GetTensorDesc().GetShape().GetDimNum() != 2 || !IsNobodyElses(node, kWeights)) return {};
  family.biased = HasInput(node, kProductBias);
  if (family.biased && !HasPlainBias(node, y.back())) return {};
  if (!node.GetInControlNodes().empty() || !node.GetOutControlNodes().empty()) return {};
  const auto [source, output] = node.GetInDataNodesAndPortIndexs(0);
  ge::AscendString name;
  if (source == nullptr || source->GetName(name) != ge::GRAPH_SUCCESS) return {};
  family.source = name.GetString();
  family.output = output;
  family.turned = TurnsWeights(node);
  family.rank = y.size();
  return family;
}

size_t WeightBytes(const std::vector<GNode>& products) {
  size_t bytes = 0;
  for (const GNode& product : products) bytes += ConstantInput(product, kWeights)->GetSize();
  return bytes;
}

// Joins the constants of all products.
ge::op::ConcatD JoinedInputs(const std::vector<GNode>& products, int32_t input, int64_t axis, const std::string& name) {
  ge::op::ConcatD joined(name.c_str());
  joined.create_dynamic_input_x(static_cast<uint32_t>(products.size()));
  for (size_t i = 0; i < products.size(); ++i) {
    ge::op::Const part = Constant((name + std::to_string(i)).c_str(), *ConstantInput(products[i], input));
    joined.set_dynamic_input_x(static_cast<uint32_t>(i), part);
  }
  joined.set_attr_concat_dim(axis).set_attr_N(static_cast<int64_t>(products.size()));
  return joined;
}

template <typename Product>
ge::Graph Merged(const std::vector<GNode>& products) {
  const GNode& first = products.front();
  ge::op::Data x = Any(0);
  ge::op::ConcatD weights = JoinedInputs(products, kWeights, TurnsWeights(first) ? 0 : 1, "weights");
  Product product("product");
  product.set_input_x1(x).set_input_x2(weights);
  CopyAttributes(first, kProductAttrs, product);
  if constexpr (kTakesBias<Product>) {
    if (HasInput(first, kProductBias)) {
      ge::op::ConcatD bias = JoinedInputs(products, kProductBias, 0, "bias");
      product.set_input_bias(bias);
    }
  }
  Ints columns;
  std::vector<size_t> outputs;
  for (const GNode& sibling : products) {
    outputs.push_back(columns.size());
    columns.push_back(OutputOf(sibling).GetShape().GetDims().back());
  }
  ge::op::SplitVD cut("cut");
  cut.create_dynamic_output_y(static_cast<uint32_t>(columns.size()));
  cut.set_input_x(product).set_attr_size_splits(columns).set_attr_num_split(static_cast<int64_t>(columns.size()));
  cut.set_attr_split_dim(static_cast<int64_t>(OutputOf(first).GetShape().GetDimNum()) - 1);
  ge::Graph graph("merged");
  graph.SetInputs({x}).SetOutputs(std::vector<std::pair<ge::Operator, std::vector<size_t>>>{{cut, outputs}});
  return graph;
}

class MergeSiblingProducts : public ge::fusion::FusionBasePass {
 public:
  ge::Status Run(ge::GraphPtr& graph, ge::CustomPassContext& context) override {
    std::map<Family, std::vector<GNode>> families;
    for (const GNode& node : graph->GetDirectNode()) {
      if (const auto family = FamilyOf(node)) families[*family].push_back(node);
    }
    bool changed = false;
    for (const auto& [family, products] : families) {
      if (products.size() < 2 || WeightBytes(products) > kMostBytes) continue;
      if (Merge(family, products, context) != ge::SUCCESS) return ge::FAILED;
      changed = true;
    }
    return changed ? ge::SUCCESS : ge::GRAPH_NOT_CHANGED;
  }

  bool GetNeededTypes(std::vector<std::vector<ge::AscendString>>& one_of) override {
    for (const char* type : kProductTypes) one_of.push_back({ge::AscendString(type)});
    return true;
  }

 private:
  static ge::Status Merge(const Family& family, const std::vector<GNode>& products, ge::CustomPassContext& context) {
    ge::fusion::SubgraphInput row;
    ge::fusion::SubgraphBoundary boundary;
    for (size_t i = 0; i < products.size(); ++i) {
      (void)row.AddInput({products[i], 0});
      (void)boundary.AddOutput(static_cast<int64_t>(i), ge::fusion::SubgraphOutput({products[i], 0}));
    }
    (void)boundary.AddInput(0, row);
    const ge::Graph merged =
        WithProductType(family.type, [&]<typename Product>(const Product*) { return Merged<Product>(products); });
    return ge::fusion::SubgraphRewriter::Replace(boundary, merged, context);
  }
};

// Runs behind the fusion of operators between a product and its siblings' weights.
REG_FUSION_PASS(MergeSiblingProducts).Stage(ge::CustomPassStage::kAfterBuiltinFusionPass);

}  // namespace
}  // namespace opdk::graph_fusion
