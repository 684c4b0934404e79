#include "plugins/tensorflow/parser/output_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

namespace opdk::tensorflow_plugin {
namespace {

using tensorflow::AttrValue;
using tensorflow::NodeDef;

// An operator, and its outputs' names in order. Behind "=" stands the attribute that says how many entries an output
// has: a number, or a list of types. An operator that isn't listed has one output.
constexpr const char* kOutputs = R"(
BlockLSTM i cs f o ci co h
BlockLSTMV2 i cs f o ci co h
BroadcastGradientArgs r0 r1
Case output=Tout
CombinedNonMaxSuppression nmsed_boxes nmsed_scores nmsed_classes valid_detections
ConcatOffset offset=N
DynamicPartition outputs=num_partitions
FakeQuantWithMinMaxVarsGradient backprops_wrt_input backprop_wrt_min backprop_wrt_max
FakeQuantWithMinMaxVarsPerChannelGradient backprops_wrt_input backprop_wrt_min backprop_wrt_max
For output=T
FractionalAvgPool output row_pooling_sequence col_pooling_sequence
FractionalMaxPool output row_pooling_sequence col_pooling_sequence
FusedBatchNorm y batch_mean batch_variance reserve_space_1 reserve_space_2
FusedBatchNormGrad x_backprop scale_backprop offset_backprop reserve_space_3 reserve_space_4
FusedBatchNormGradV2 x_backprop scale_backprop offset_backprop reserve_space_3 reserve_space_4
FusedBatchNormGradV3 x_backprop scale_backprop offset_backprop reserve_space_4 reserve_space_5
FusedBatchNormV2 y batch_mean batch_variance reserve_space_1 reserve_space_2
FusedBatchNormV3 y batch_mean batch_variance reserve_space_1 reserve_space_2 reserve_space_3
GRUBlockCell r u c h
IdentityN output=T
If output=Tout
LSTMBlockCell i cs f o ci co h
ListDiff out idx
MaxPoolWithArgmax output argmax
Merge output value_index
NonMaxSuppressionV4 selected_indices valid_outputs
NonMaxSuppressionV5 selected_indices selected_scores valid_outputs
PartitionedCall output=Tout
RefMerge output value_index
RefSwitch output_false output_true
RestoreV2 tensors=dtypes
ShapeN output=N
SoftmaxCrossEntropyWithLogits loss backprop
SparseSoftmaxCrossEntropyWithLogits loss backprop
Split output=num_split
SplitV output=num_split
StatefulPartitionedCall output=Tout
StatelessCase output=Tout
StatelessIf output=Tout
StatelessWhile output=T
Switch output_false output_true
TensorArrayConcatV3 value lengths
TensorArrayGradV3 grad_handle flow_out
TensorArrayV3 handle flow
TensorListConcat tensor lengths
TensorListConcatV2 tensor lengths
TensorListPopBack output_handle tensor
TopK values indices
TopKV2 values indices
Unique y idx
UniqueV2 y idx
UniqueWithCounts y idx count
UniqueWithCountsV2 y idx count
Unpack output=num
While output=T
SwitchN outputs=num_outs
_SwitchN outputs=num_outs
_If output=Tout
_While output=T
)";

struct Output {
  std::string name;
  std::string count;  // the attribute; "": one entry
};

const std::map<std::string, std::vector<Output>>& Table() {
  static const auto* const table = [] {
    auto* rows = new std::map<std::string, std::vector<Output>>();
    std::istringstream lines(kOutputs);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string type;
      words >> type;
      for (std::string word; words >> word;) {
        const size_t equals = word.find('=');
        (*rows)[type].push_back({word.substr(0, equals), equals == std::string::npos ? "" : word.substr(equals + 1)});
      }
    }
    return rows;
  }();
  return *table;
}

// An operator with lists of N inputs: the number of other inputs, and of lists.
struct InputLists {
  const char* type;
  size_t other, lists;
};
constexpr InputLists kInputLists[] = {{"AccumulateNV2", 0, 1},  {"AddN", 0, 1},
                                      {"Concat", 1, 1},         {"ConcatOffset", 1, 1},
                                      {"ConcatV2", 1, 1},       {"DynamicStitch", 0, 2},
                                      {"Einsum", 0, 1},         {"Pack", 0, 1},
                                      {"ParallelConcat", 0, 1}, {"ParallelDynamicStitch", 0, 2},
                                      {"ShapeN", 0, 1}};

// Largest number of outputs. A file that claims more is no graph.
constexpr int64_t kMostEntries = 65536;

size_t Entries(const NodeDef& node, const Output& output) {
  if (output.count.empty()) return 1;
  const auto found = node.attr().find(output.count);
  if (found == node.attr().end()) return 0;
  const AttrValue& value = found->second;
  if (value.has_list()) return static_cast<size_t>(value.list().type_size());
  return static_cast<size_t>(std::clamp<int64_t>(value.i(), 0, kMostEntries));
}

// Returns why the attribute doesn't count entries; "": it does.
std::string CounterFault(const NodeDef& node, const std::string& name, const char* counted) {
  const auto found = node.attr().find(name);
  if (found == node.attr().end())
    return fmt::format("its attribute {}, the number of its {}, is missing", name, counted);
  const AttrValue& value = found->second;
  if (value.has_list() || (value.value_case() == AttrValue::kI && value.i() >= 0)) return "";
  return fmt::format("its attribute {} is no number of {}", name, counted);
}

std::string InputFault(const NodeDef& node, size_t inputs) {
  const auto* row = std::find_if(std::begin(kInputLists), std::end(kInputLists),
                                 [&](const InputLists& lists) { return node.op() == lists.type; });
  if (row == std::end(kInputLists)) return "";
  std::string fault = CounterFault(node, "N", "inputs");
  if (!fault.empty()) return fault;
  const int64_t entries = node.attr().at("N").i();
  const size_t given = inputs - std::min(inputs, row->other);
  if (inputs >= row->other && given % row->lists == 0 && entries == static_cast<int64_t>(given / row->lists)) return "";
  return fmt::format("its attribute N is {}, which doesn't fit its {} inputs", entries, inputs);
}

}  // namespace

std::string CountFault(const NodeDef& node, size_t inputs) {
  if (std::string fault = InputFault(node, inputs); !fault.empty()) return fault;
  const auto row = Table().find(node.op());
  if (row == Table().end()) return "";
  for (const Output& output : row->second) {
    std::string fault = output.count.empty() ? "" : CounterFault(node, output.count, "outputs");
    if (!fault.empty()) return fault;
  }
  return "";
}

bool CountsOutputs(const NodeDef& node) {
  const auto row = Table().find(node.op());
  return row != Table().end() && std::any_of(row->second.begin(), row->second.end(),
                                             [](const Output& output) { return !output.count.empty(); });
}

size_t OutputCount(const NodeDef& node) {
  const auto row = Table().find(node.op());
  if (row == Table().end()) return 1;
  size_t count = 0;
  for (const Output& output : row->second) count += Entries(node, output);
  return count;
}

std::optional<size_t> OutputNumber(const NodeDef& node, const std::string& name, size_t entry) {
  const auto row = Table().find(node.op());
  if (row == Table().end()) return entry;
  size_t first = 0;
  for (const Output& output : row->second) {
    if (output.name == name) return first + entry;
    first += Entries(node, output);
  }
  return std::nullopt;
}

}  // namespace opdk::tensorflow_plugin
