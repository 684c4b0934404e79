#include "graph_core/preparation/shape_expressions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "graph_core/ir/input_shapes.h"
#include "graph_core/preparation/pipeline.h"
#include "graph_core/preparation/size_fit.h"

namespace opdk {
namespace {

using Shapes = std::vector<std::vector<int64_t>>;

// Most unknown sizes for which expressions are found. More sizes take long, and their expressions are hard to read.
constexpr size_t kMostSizes = 6;
// Steps of the sizes that are tried. Networks that halve their input repeatedly accept only multiples of a large
// number.
constexpr int64_t kSteps[] = {1, 64};

// The unknown sizes of the inputs, and their places.
struct OpenSizes {
  std::vector<std::string> names;
  std::vector<std::vector<int>> numbers;  // for each input and axis; -1: the size is known
  bool ranks_known = true;
};

OpenSizes OpenSizesOf(const std::vector<Node*>& inputs) {
  OpenSizes open;
  for (const Node* data : inputs) {
    const std::vector<int64_t> dims = data->op().outputs.at(0).desc.GetShape().GetDims();
    open.ranks_known = open.ranks_known && dims != ge::UNKNOWN_RANK;
    const std::vector<std::string> given = DimNames(data->op());
    std::vector<int>& numbers = open.numbers.emplace_back(dims.size(), -1);
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      if (dims[axis] != ge::UNKNOWN_DIM) continue;
      const bool named = axis < given.size() && !given[axis].empty();
      const std::string name = named ? given[axis] : fmt::format("{}:{}", data->name(), axis);
      const auto known = std::find(open.names.begin(), open.names.end(), name);
      numbers[axis] = static_cast<int>(known - open.names.begin());
      if (known == open.names.end()) open.names.push_back(name);
    }
  }
  return open;
}

Shapes ShapesAt(const std::vector<Node*>& inputs, const OpenSizes& open, const std::vector<int64_t>& point) {
  Shapes shapes;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::vector<int64_t>& shape = shapes.emplace_back(inputs[i]->op().outputs.at(0).desc.GetShape().GetDims());
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      if (open.numbers[i][axis] >= 0) shape[axis] = point[static_cast<size_t>(open.numbers[i][axis])];
    }
  }
  return shapes;
}

Result<Shapes> OutputsAt(const Graph& graph, const PassContext& context, const Shapes& shapes) {
  const std::unique_ptr<Graph> copy = graph.Clone();
  OPDK_TRY(SetInputShapes(*copy, shapes));
  OPDK_TRY(InferOnly(*copy, context));
  Shapes outputs;
  for (const Port& port : copy->net_output()->op().inputs) outputs.push_back(port.desc.GetShape().GetDims());
  return outputs;
}

// Returns the output shapes, one row for each probe. nullopt: inference refuses some sizes.
std::optional<std::vector<Shapes>> OutputsOf(const Graph& graph, const PassContext& context, const OpenSizes& open,
                                             const SizeProbes& probes) {
  std::vector<Shapes> rows;
  for (size_t p = 0; p < probes.count(); ++p) {
    auto outputs = OutputsAt(graph, context, ShapesAt(graph.inputs(), open, probes.point(p)));
    if (!outputs.ok()) return std::nullopt;
    rows.push_back(*std::move(outputs));
  }
  return rows;
}

// Returns an output's shape as expressions, "[N,H/2]". "[...]": the rank differs.
std::string Expression(const std::vector<Shapes>& rows, size_t output, const SizeProbes& probes,
                       const std::vector<std::string>& names) {
  const size_t rank = rows.front().at(output).size();
  std::vector<std::string> sizes;
  for (size_t axis = 0; axis < rank; ++axis) {
    std::vector<int64_t> values;
    for (const Shapes& row : rows) {
      if (row.at(output).size() != rank || row[output] == ge::UNKNOWN_RANK) return "[...]";
      values.push_back(row[output][axis]);
    }
    sizes.push_back(probes.Fit(values, names).value_or("?"));
  }
  return fmt::format("[{}]", fmt::join(sizes, ","));
}

}  // namespace

ShapeExpressions ExpressShapes(const Graph& graph, const PassContext& context) {
  ShapeExpressions result;
  const std::vector<Node*> inputs = graph.inputs();
  const OpenSizes open = OpenSizesOf(inputs);
  if (!open.ranks_known || open.names.empty() || open.names.size() > kMostSizes) return result;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::vector<int64_t> dims = inputs[i]->op().outputs.at(0).desc.GetShape().GetDims();
    std::vector<std::string> sizes;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
      const int number = open.numbers[i][axis];
      sizes.push_back(number < 0 ? std::to_string(dims[axis]) : open.names[static_cast<size_t>(number)]);
    }
    result.inputs.push_back(fmt::format("[{}]", fmt::join(sizes, ",")));
  }
  for (const int64_t step : kSteps) {
    const SizeProbes probes(open.names.size(), step);
    const auto rows = OutputsOf(graph, context, open, probes);
    if (!rows) continue;
    for (size_t i = 0; i < rows->front().size(); ++i) {
      result.outputs.push_back(Expression(*rows, i, probes, open.names));
    }
    break;
  }
  return result;
}

}  // namespace opdk
