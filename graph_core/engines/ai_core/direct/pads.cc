// Padding and cropping of an input by a number, which may be an input, too: rows are copied between runs of it.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <variant>
#include <vector>

#include "graph/types.h"
#include "graph_core/engines/ai_core/direct/copy_run.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"
#include "opdk/parallel.h"
#include "tbe/interpreter.h"

namespace opdk {
namespace {

constexpr size_t kMostPaddedAxes = 12;

// Returns the number as an element of memory, in the first bytes of the result.
uint64_t ElementOf(const tbe::Number& number, ge::DataType dtype) {
  uint64_t bits = 0;
  if (const auto* whole = std::get_if<int64_t>(&number)) {
    bits = dtype == ge::DT_BOOL ? uint64_t{*whole != 0} : static_cast<uint64_t>(*whole);
  } else {
    const tbe::HostTensor element = tbe::FromNumbers(dtype, {}, {std::get<double>(number)});
    std::memcpy(&bits, element.bytes.data(), element.bytes.size());
  }
  return bits;
}

void Fill(std::byte* to, uint64_t element, size_t element_bytes, int64_t count) {
  switch (element_bytes) {
    case 1:
      // Before and behind a row there are mostly so few that a call costs more than they do.
      if (count < 4) {
        for (int64_t i = 0; i < count; ++i) to[i] = static_cast<std::byte>(element & 0xff);
      } else {
        std::memset(to, static_cast<int>(element & 0xff), static_cast<size_t>(count));
      }
      return;
    case 2:
      std::fill_n(reinterpret_cast<uint16_t*>(to), count, static_cast<uint16_t>(element));
      return;
    case 4:
      std::fill_n(reinterpret_cast<uint32_t*>(to), count, static_cast<uint32_t>(element));
      return;
    default:
      std::fill_n(reinterpret_cast<uint64_t*>(to), count, element);
  }
}

class PadKernel : public DirectKernel {
 public:
  PadKernel(const CanonicalKernel& kernel, const KernelNode& node) {
    const KernelNode& fill = kernel.ir.nodes[static_cast<size_t>(node.inputs[1])];
    const KernelNode& source = kernel.ir.nodes[static_cast<size_t>(node.inputs[0])];
    if (fill.op == KernelOp::kInput) {
      fill_input_ = fill.index;
    } else {
      element_ = ElementOf(fill.op == KernelOp::kParam ? kernel.params[static_cast<size_t>(fill.index)] : fill.value,
                           node.dtype);
    }
    bytes_ = static_cast<size_t>(ge::GetSizeByDataType(node.dtype));
    input_ = static_cast<size_t>(source.index);
    auto symbol = [&](int index) { return index < 0 ? 0 : int64_t{kernel.symbols[static_cast<size_t>(index)]}; };
    int64_t stride = static_cast<int64_t>(bytes_);
    for (size_t i = node.dims.size(); i-- > 0;) {
      axes_.insert(axes_.begin(), {symbol(node.dims[i]), symbol(source.dims[i]), symbol(node.maps[i].start), stride});
      stride *= axes_.front().source;
    }
    for (size_t i = 0; i + 1 < axes_.size(); ++i) rows_ *= axes_[i].extent;
    const Axis& last = axes_.back();
    begin_ = std::clamp<int64_t>(last.before, 0, last.extent);
    end_ = std::clamp<int64_t>(last.before + last.source, begin_, last.extent);
    grain_ = std::max<int64_t>(kGrainBytes / std::max<int64_t>(last.extent * static_cast<int64_t>(bytes_), 1), 1);
  }

  void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte*) const override {
    const auto* from = static_cast<const std::byte*>(inputs[input_]);
    auto* to = static_cast<std::byte*>(outputs[0]);
    uint64_t element = element_;
    if (fill_input_ >= 0) std::memcpy(&element, inputs[static_cast<size_t>(fill_input_)], bytes_);
    ParallelFor(rows_, grain_, [&](int64_t begin, int64_t end) { Rows(from, element, to, begin, end); });
  }

 private:
  struct Axis {
    int64_t extent, source;  // of the result, of the input
    int64_t before;          // elements in front; negative: so many of the input are left out
    int64_t stride;          // of the input, in bytes
  };

  void Rows(const std::byte* from, uint64_t element, std::byte* to, int64_t begin, int64_t end) const {
    const Axis& last = axes_.back();
    const size_t outer = axes_.size() - 1;
    const auto bytes = static_cast<int64_t>(bytes_);
    std::array<int64_t, kMostPaddedAxes> index{};
    int64_t rest = begin;
    for (size_t i = outer; i-- > 0;) {
      index[i] = rest % axes_[i].extent;
      rest /= axes_[i].extent;
    }
    std::byte* row = to + begin * last.extent * bytes;
    for (int64_t done = begin; done < end; ++done, row += last.extent * bytes) {
      int64_t offset = (begin_ - last.before) * bytes;
      bool inside = end_ > begin_;
      for (size_t i = 0; i < outer; ++i) {
        const int64_t at = index[i] - axes_[i].before;
        inside = inside && at >= 0 && at < axes_[i].source;
        offset += at * axes_[i].stride;
      }
      if (inside) {
        Fill(row, element, bytes_, begin_);
        CopyRun(row + begin_ * bytes, from + offset, static_cast<size_t>((end_ - begin_) * bytes));
        Fill(row + end_ * bytes, element, bytes_, last.extent - end_);
      } else {
        Fill(row, element, bytes_, last.extent);
      }
      for (size_t i = outer; i-- > 0;) {
        if (++index[i] < axes_[i].extent) break;
        index[i] = 0;
      }
    }
  }

  std::vector<Axis> axes_;
  uint64_t element_ = 0;
  size_t bytes_ = 0, input_ = 0;
  int fill_input_ = -1;  // that holds the element
  int64_t rows_ = 1, grain_ = 1;
  int64_t begin_ = 0, end_ = 0;  // of the input's elements in a row of the result
};

class PadPattern : public DirectPattern {
 public:
  std::string name() const override { return "pad_runs"; }
  bool stays_alone() const override { return false; }

  Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const override {
    const KernelNode& node = kernel.ir.nodes[static_cast<size_t>(kernel.ir.outputs[0])];
    return std::unique_ptr<DirectKernel>(std::make_unique<PadKernel>(kernel, node));
  }
};

}  // namespace

std::shared_ptr<const DirectPattern> MatchPads(const KernelIr& ir) {
  if (ir.outputs.size() != 1) return nullptr;
  const KernelNode& node = ir.nodes[static_cast<size_t>(ir.outputs[0])];
  if (node.op != KernelOp::kPad || node.dims.empty() || node.dims.size() > kMostPaddedAxes) return nullptr;
  const KernelNode& source = ir.nodes[static_cast<size_t>(node.inputs[0])];
  const KernelNode& fill = ir.nodes[static_cast<size_t>(node.inputs[1])];
  const bool one_input = fill.op == KernelOp::kInput && fill.dims.empty();
  if (source.op != KernelOp::kInput || (!one_input && fill.op != KernelOp::kNumber && fill.op != KernelOp::kParam)) {
    return nullptr;
  }
  // Both sides must have the same axes; an axis of extent 1 isn't among the input's.
  if (source.dims.size() != node.dims.size() || node.maps.size() != node.dims.size()) return nullptr;
  for (size_t i = 0; i < node.maps.size(); ++i) {
    if (node.maps[i].axis != static_cast<int>(i) || node.maps[i].step != 1) return nullptr;
  }
  return std::make_shared<PadPattern>();
}

}  // namespace opdk
