// Transpositions, slices, repetitions and concatenations of inputs: no arithmetic, runs and tiles of memory.
#include <algorithm>
#include <utility>
#include <vector>

#include "graph/types.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"
#include "graph_core/engines/ai_core/direct/strided_copy.h"

namespace opdk {
namespace {

constexpr size_t kMaxRank = 12;
// Generated code has loops of its own for each output: from this number on compiling them takes seconds.
constexpr size_t kManyOutputs = 16;

// Along an axis of a node: which axis of the result runs there (-1: none), in which steps.
struct Along {
  int axis = -1;
  int64_t step = 1;
};

// Returns whether an input's elements are read through maps alone, in runs or tiles. The input's innermost axis runs
// along some axis of the result, and the result's innermost axis along some axis of the input, both without gaps.
bool ReadsRuns(const KernelIr& ir, int number, std::vector<Along> axes, int last) {
  const KernelNode& node = ir.nodes[static_cast<size_t>(number)];
  if (node.op == KernelOp::kMap) {
    std::vector<Along> source;
    for (const AxisMap& map : node.maps) {
      const Along from = map.axis < 0 ? Along() : axes[static_cast<size_t>(map.axis)];
      source.push_back({from.axis, from.step * map.step});
    }
    return ReadsRuns(ir, node.inputs[0], std::move(source), last);
  }
  if (node.op != KernelOp::kInput || axes.empty() || axes.back().axis < 0 || axes.back().step != 1) return false;
  return last < 0 || std::any_of(axes.begin(), axes.end(),
                                 [&](const Along& along) { return along.axis == last && along.step == 1; });
}

// Returns whether a node reads an input's elements through maps alone.
bool ReadsElements(const KernelIr& ir, int number) {
  const KernelNode& node = ir.nodes[static_cast<size_t>(number)];
  return node.op == KernelOp::kMap ? ReadsElements(ir, node.inputs[0]) : node.op == KernelOp::kInput;
}

// Returns whether an output is a copy of inputs. `elements`: a copy element by element counts too.
bool IsCopy(const KernelIr& ir, int output, bool elements) {
  const KernelNode& node = ir.nodes[static_cast<size_t>(output)];
  const auto rank = static_cast<int>(node.dims.size());
  if (node.dims.empty() || node.dims.size() > kMaxRank) return false;
  if (elements && ReadsElements(ir, output)) return true;
  std::vector<Along> axes;
  axes.reserve(node.dims.size());
  for (int i = 0; i < rank; ++i) axes.push_back({i, 1});
  if (node.op != KernelOp::kConcat) return ReadsRuns(ir, output, axes, rank - 1);
  return std::all_of(node.inputs.begin(), node.inputs.end(), [&](int input) {
    std::vector<Along> own = axes;
    bool single = ir.nodes[static_cast<size_t>(input)].dims.size() < node.dims.size();
    if (single) own.erase(own.begin() + node.axes[0]);
    return ReadsRuns(ir, input, own, single && node.axes[0] == rank - 1 ? -1 : rank - 1);
  });
}

struct View {
  int input = -1;  // argument tensor
  int64_t offset = 0;
  std::vector<int64_t> strides;
};

View ViewOf(const CanonicalKernel& kernel, int number) {
  const KernelNode& node = kernel.ir.nodes[static_cast<size_t>(number)];
  View view;
  view.strides.assign(node.dims.size(), 0);
  if (node.op == KernelOp::kInput) {
    view.input = node.index;
    int64_t stride = 1;
    for (size_t i = node.dims.size(); i-- > 0;) {
      view.strides[i] = stride;
      stride *= kernel.symbols[static_cast<size_t>(node.dims[i])];
    }
    return view;
  }
  const View source = ViewOf(kernel, node.inputs[0]);
  view.input = source.input;
  view.offset = source.offset;
  for (size_t i = 0; i < node.maps.size(); ++i) {
    const AxisMap& map = node.maps[i];
    if (map.start >= 0) view.offset += kernel.symbols[static_cast<size_t>(map.start)] * source.strides[i];
    if (map.axis >= 0) view.strides[static_cast<size_t>(map.axis)] += map.step * source.strides[i];
  }
  return view;
}

class CopyKernel : public DirectKernel {
 public:
  CopyKernel(const CanonicalKernel& kernel, const DirectFunctions& functions) {
    for (size_t i = 0; i < kernel.ir.outputs.size(); ++i) AddOutput(kernel, i, functions);
  }

  void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte*) const override {
    for (const Part& part : parts_) {
      part.copy.Run(static_cast<std::byte*>(outputs[part.output]) + part.to,
                    static_cast<const std::byte*>(inputs[part.input]) + part.from);
    }
  }

 private:
  struct Part {
    size_t output, input;
    int64_t to, from;  // bytes
    StridedCopy copy;
  };

  void AddOutput(const CanonicalKernel& kernel, size_t output, const DirectFunctions& functions) {
    const int number = kernel.ir.outputs[output];
    const KernelNode& node = kernel.ir.nodes[static_cast<size_t>(number)];
    const std::vector<int64_t>& dims = kernel.output_dims[output];
    const auto element = static_cast<int64_t>(ge::GetSizeByDataType(node.dtype));
    std::vector<CopyAxis> whole(dims.size());
    int64_t stride = 1;
    for (size_t i = dims.size(); i-- > 0;) {
      whole[i] = {dims[i], stride, 0};
      stride *= dims[i];
    }
    auto add = [&](const View& view, const std::vector<CopyAxis>& axes, int64_t to) {
      parts_.push_back({output, static_cast<size_t>(view.input), to * element, view.offset * element,
                        StridedCopy(axes, static_cast<size_t>(element), functions)});
    };
    if (node.op != KernelOp::kConcat) {
      const View view = ViewOf(kernel, number);
      for (size_t i = 0; i < whole.size(); ++i) whole[i].from_stride = view.strides[i];
      return add(view, whole, 0);
    }
    const auto joined = static_cast<size_t>(node.axes[0]);
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      View view = ViewOf(kernel, node.inputs[i]);
      const bool single = view.strides.size() < whole.size();
      if (single) view.strides.insert(view.strides.begin() + static_cast<std::ptrdiff_t>(joined), 0);
      std::vector<CopyAxis> axes = whole;
      for (size_t axis = 0; axis < axes.size(); ++axis) axes[axis].from_stride = view.strides[axis];
      auto start = [&](size_t input) {
        return node.starts[input] < 0 ? 0 : int64_t{kernel.symbols[static_cast<size_t>(node.starts[input])]};
      };
      axes[joined].extent = (i + 1 < node.inputs.size() ? start(i + 1) : dims[joined]) - start(i);
      add(view, axes, start(i) * whole[joined].to_stride);
    }
  }

  std::vector<Part> parts_;
};

class CopyPattern : public DirectPattern {
 public:
  explicit CopyPattern(std::string name) : name_(std::move(name)) {}
  std::string name() const override { return name_; }

  Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const override {
    OPDK_TRY(Isa isa, TargetIsa());
    return std::unique_ptr<DirectKernel>(std::make_unique<CopyKernel>(kernel, FunctionsOf(isa)));
  }

 private:
  std::string name_;
};

}  // namespace

std::shared_ptr<const DirectPattern> MatchCopies(const KernelIr& ir) {
  const auto are_copies = [&](bool elements) {
    return std::all_of(ir.outputs.begin(), ir.outputs.end(), [&](int output) { return IsCopy(ir, output, elements); });
  };
  if (are_copies(false)) {
    const bool joins = std::any_of(ir.nodes.begin(), ir.nodes.end(),
                                   [](const KernelNode& node) { return node.op == KernelOp::kConcat; });
    return std::make_shared<CopyPattern>(joins ? "concat_runs" : "copy_runs");
  }
  if (ir.outputs.size() >= kManyOutputs && are_copies(true)) return std::make_shared<CopyPattern>("copy_elements");
  return nullptr;
}

}  // namespace opdk
