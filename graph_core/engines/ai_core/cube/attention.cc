// One unit of work is a block of rows of one matrix a:
//
//   s = a[rows] b          oneDNN, on this thread; the operations behind it as post-ops
//   p = softmax(s + mask)  in place, by the hand-written kernel
//   y[rows] = p c          oneDNN
//
// A thread's units are neighbours: b and c are brought into oneDNN's layout once for all blocks of a matrix. How rows
// are cut depends on the shape alone, so that the result does not depend on the number of threads.
#include "graph_core/engines/ai_core/cube/attention.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/machine.h"
#include "graph_core/base/type_names.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/direct/softmax.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using dnnl::memory;
using Shape = std::vector<int64_t>;

int64_t FromEnd(const Shape& shape, size_t axis) { return shape[shape.size() - axis]; }

Shape Leading(const Shape& shape) { return {shape.begin(), shape.end() - 2}; }

// Returns where the matrix of each batch begins, in elements. An operand's leading extents of 1 are repeated.
std::vector<int64_t> MatrixOffsets(const Shape& batch, const Shape& operand) {
  const int64_t matrix = FromEnd(operand, 1) * FromEnd(operand, 2);
  Shape own = Leading(operand);
  own.insert(own.begin(), batch.size() - own.size(), 1);
  std::vector<int64_t> offsets(static_cast<size_t>(ElementCount(batch)));
  for (size_t i = 0; i < offsets.size(); ++i) {
    auto rest = static_cast<int64_t>(i);
    int64_t stride = matrix;
    for (size_t axis = batch.size(); axis-- > 0;) {
      if (own[axis] != 1) offsets[i] += rest % batch[axis] * stride;
      stride *= own[axis];
      rest /= batch[axis];
    }
  }
  return offsets;
}

// Describes the right operand of a product as it lies in memory.
memory::desc RightDesc(const tbe::TensorNode& cube) {
  const Shape& shape = cube.inputs[1].shape();
  const int64_t last = FromEnd(shape, 1), before = FromEnd(shape, 2);
  return cube.trans_b ? memory::desc({last, before}, memory::data_type::f32, memory::dims{1, last})
                      : memory::desc({before, last}, memory::data_type::f32, memory::dims{last, 1});
}

bool IsMatrixOf(const tbe::TensorNode& cube, size_t input) {
  const size_t rank = cube.inputs[input].shape().size();
  return rank >= 2 && rank <= cube.shape.size();
}

bool IsPlainProduct(const StepSpec& step) {
  return step.is_cube() && step.cube->kind == tbe::Kind::kMatmul && step.cube->dtype == ge::DT_FLOAT &&
         step.cube->inputs[0].dtype() == ge::DT_FLOAT && step.cube->inputs[1].dtype() == ge::DT_FLOAT &&
         !step.cube->trans_a && step.bias < 0 && !step.requantization.present() && step.cube_inputs.size() == 2 &&
         step.outputs.size() == 1 && step.cube->shape.size() >= 2 && IsMatrixOf(*step.cube, 0) &&
         IsMatrixOf(*step.cube, 1);
}

// Returns the number of rows to work on at a time. The softmax' operand of that many rows stays in the nearest caches,
// beside b and c.
int64_t RowsAtATime(int64_t rows, int64_t columns) {
  constexpr int64_t kMost = 128, kLeast = 16;
  const auto fit = static_cast<int64_t>(MachineCaches().l2) / 2 / (columns * 4);
  const int64_t most = std::clamp(fit / kLeast * kLeast, kLeast, kMost);
  if (rows <= most) return rows;
  const int64_t blocks = (rows + most - 1) / most;
  return std::min(most, ((rows + blocks - 1) / blocks + kLeast - 1) / kLeast * kLeast);
}

// A product of a block's rows: one primitive for whole blocks, another for the last block.
struct BlockProduct {
  BlockProduct(const StepSpec& spec, int64_t rows, const memory::desc& b) {
    const int64_t depth = FromEnd(spec.cube->inputs[0].shape(), 1), columns = FromEnd(spec.cube->shape, 1);
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    StepSpec alone = spec;
    std::erase_if(alone.epilogues, [](const Epilogue& each) { return each.kind == Epilogue::Kind::kAdd; });
    attr.set_post_ops(MakePostOps(alone));
    a = PlainDesc({rows, depth});
    y = PlainDesc({rows, columns});
    const dnnl::matmul::primitive_desc desc({a, b, y}, attr, CpuEngine());
    primitive = dnnl::matmul(desc);
    right = desc.weights_desc();
    scratchpad = desc.scratchpad_desc();
    implementation = desc.impl_info_str();
  }

  dnnl::matmul primitive;
  memory::desc a, right, y, scratchpad;
  std::string implementation;
};

// The conversion of the right operand to the layout that the primitives want.
struct RightOperand {
  // Lets oneDNN choose the layout if `packs`. For a single block, a copy isn't worth it.
  RightOperand(const tbe::TensorNode& cube, bool packs) : plain(RightDesc(cube)), wanted(plain) {
    if (packs) wanted = {plain.dims(), plain.data_type(), memory::format_tag::any};
  }
  void Fix(const memory::desc& chosen) {
    packed = chosen;
    if (packed == plain) return;
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    const dnnl::reorder::primitive_desc desc(CpuEngine(), plain, CpuEngine(), packed, attr);
    reorder = dnnl::reorder(desc);
    scratchpad = desc.scratchpad_desc();
  }
  bool reorders() const { return packed != plain; }

  memory::desc plain, wanted, packed, scratchpad;
  dnnl::primitive reorder;
};

// A product's calls on one thread.
struct ProductCalls {
  struct Block {
    Placed a, y;
    Call call;
  };
  Placed plain, packed, scratchpad, reorder_scratchpad;
  Call reorder;
  Block whole, last;
};

class AttentionStep : public KernelStep {
 public:
  explicit AttentionStep(const StepSpec& spec)
      : softmax_(*SoftmaxOf(spec.parts[1].direct.get(), spec.parts[1].kernel)),
        functions_(FunctionsOf(*TargetIsa())),
        scores_(Product(spec.parts[0])),
        values_(Product(spec.parts[2])),
        result_(spec.outputs[0]),
        threads_(std::max(1, ThreadCount())),
        description_(DescribeAttention(spec)) {
    for (const Epilogue& epilogue : spec.parts[0].epilogues) {
      if (epilogue.kind != Epilogue::Kind::kAdd) continue;
      softmax_.mask = epilogue.value;
      softmax_.rows.rank = 1;
      softmax_.rows.extents[0] = scores_.batches() * scores_.rows;
      softmax_.rows.mask_strides[0] = scores_.columns;
    }
    block_rows_ = RowsAtATime(scores_.rows, scores_.columns);
    blocks_ = (scores_.rows + block_rows_ - 1) / block_rows_;
    last_rows_ = scores_.rows - (blocks_ - 1) * block_rows_;
    // Limits oneDNN to one thread, because a block is one thread's work.
    const ThreadScope scope(1);
    scores_.Make(spec.parts[0], block_rows_, last_rows_, blocks_ > 1);
    values_.Make(spec.parts[2], block_rows_, last_rows_, blocks_ > 1);
    scores_offset_ = Reserve(static_cast<size_t>(block_rows_ * scores_.columns) * sizeof(float));
    for (Product* product : {&scores_, &values_}) {
      if (product->right->reorders()) {
        product->packed_offset = Reserve(product->right->packed.get_size());
        product->reorder_offset = Reserve(product->right->scratchpad.get_size());
      }
      product->scratchpad_offset =
          Reserve(std::max(product->whole->scratchpad.get_size(), product->last->scratchpad.get_size()));
    }
    description_ += fmt::format(", {}, {} rows at a time", scores_.whole->implementation, block_rows_);
  }

  std::unique_ptr<StepState> NewState() const override {
    auto state = std::make_unique<State>();
    for (int i = 0; i < threads_; ++i) {
      auto& slot = state->slots.emplace_back();
      scores_.Prepare(slot.scores);
      values_.Prepare(slot.values);
    }
    return state;
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* given) const override {
    auto& state = static_cast<State&>(*given);
    const int64_t units = scores_.batches() * blocks_;
    const int64_t tasks = std::min<int64_t>(threads_, units);
    std::atomic<dnnl_status_t> failed = dnnl_success;
    ParallelFor(tasks, 1, [&](int64_t begin, int64_t end) {
      for (int64_t task = begin; task < end; ++task) {
        try {
          RunUnits(values, workspace + static_cast<size_t>(task) * slot_bytes_, state.slots[static_cast<size_t>(task)],
                   units * task / tasks, units * (task + 1) / tasks);
        } catch (const dnnl::error& error) {
          failed = error.status;
        }
      }
    });
    if (failed == dnnl_success) return Status();
    return Status(ErrorCode::kKernelFailed,
                  fmt::format("oneDNN failed in {}: status {}", AttentionName(), static_cast<int>(failed.load())));
  }

  size_t workspace_bytes() const override { return slot_bytes_ * static_cast<size_t>(threads_); }
  std::string kernel_name() const override { return AttentionName(); }
  std::string description() const override { return description_; }

 private:
  struct Product {
    explicit Product(const StepSpec& spec)
        : left(spec.cube_inputs[0]),
          right_value(spec.cube_inputs[1]),
          rows(FromEnd(spec.cube->shape, 2)),
          columns(FromEnd(spec.cube->shape, 1)),
          depth(FromEnd(spec.cube->inputs[0].shape(), 1)) {
      const Shape batch = Leading(spec.cube->shape);
      left_offsets = MatrixOffsets(batch, spec.cube->inputs[0].shape());
      right_offsets = MatrixOffsets(batch, spec.cube->inputs[1].shape());
    }
    int64_t batches() const { return static_cast<int64_t>(left_offsets.size()); }

    void Make(const StepSpec& spec, int64_t block_rows, int64_t last_rows, bool packs) {
      right.emplace(*spec.cube, packs);
      whole.emplace(spec, block_rows, right->wanted);
      right->Fix(whole->right);
      last.emplace(spec, last_rows, right->packed);
    }

    void Prepare(ProductCalls& calls) const {
      calls.plain = Placed(right->plain);
      calls.packed = Placed(right->packed);
      calls.scratchpad = Placed(whole->scratchpad);
      if (right->reorders()) {
        calls.reorder_scratchpad = Placed(right->scratchpad);
        calls.reorder = Call(right->reorder);
        calls.reorder.Add(DNNL_ARG_FROM, calls.plain);
        calls.reorder.Add(DNNL_ARG_TO, calls.packed);
        calls.reorder.Add(DNNL_ARG_SCRATCHPAD, calls.reorder_scratchpad);
      }
      for (const auto& [block, product] : {std::pair(&calls.whole, &*whole), std::pair(&calls.last, &*last)}) {
        block->a = Placed(product->a);
        block->y = Placed(product->y);
        block->call = Call(product->primitive);
        block->call.Add(DNNL_ARG_SRC, block->a);
        block->call.Add(DNNL_ARG_WEIGHTS, right->reorders() ? calls.packed : calls.plain);
        block->call.Add(DNNL_ARG_DST, block->y);
        block->call.Add(DNNL_ARG_SCRATCHPAD, calls.scratchpad);
      }
    }

    // Moves on to another matrix on the right.
    void TakeRight(float* b, std::byte* slot, ProductCalls& calls, const dnnl::stream& stream) const {
      calls.plain.At(b);
      calls.scratchpad.At(slot + scratchpad_offset);
      if (!right->reorders()) return;
      calls.packed.At(slot + packed_offset);
      calls.reorder_scratchpad.At(slot + reorder_offset);
      calls.reorder.Run(stream);
    }

    int left, right_value;
    int64_t rows, columns, depth;
    std::vector<int64_t> left_offsets, right_offsets;  // by batch
    std::optional<RightOperand> right;
    std::optional<BlockProduct> whole, last;
    size_t packed_offset = 0, reorder_offset = 0, scratchpad_offset = 0;  // in a thread's workspace
  };
  struct Slot {
    ProductCalls scores, values;
    dnnl::stream stream{CpuEngine()};
  };
  struct State : StepState {
    std::vector<Slot> slots;
  };

  size_t Reserve(size_t bytes) {
    const size_t offset = slot_bytes_;
    slot_bytes_ += AlignUp(bytes);
    return offset;
  }

  // Units [begin, end).
  void RunUnits(std::span<void* const> values, std::byte* workspace, Slot& slot, int64_t begin, int64_t end) const {
    const auto data = [&](int value) { return static_cast<float*>(values[static_cast<size_t>(value)]); };
    auto* scores = reinterpret_cast<float*>(workspace + scores_offset_);
    SoftmaxRows job = softmax_.rows;
    job.x = scores;
    job.y = scores;
    if (softmax_.mask >= 0) job.mask = data(softmax_.mask);
    int64_t right = -1;
    // Limits oneDNN to one thread. A single unit isn't inside a parallel section, and oneDNN would divide its products.
    const ThreadScope scope(1);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t batch = unit / blocks_, block = unit % blocks_;
      const auto at = static_cast<size_t>(batch);
      if (batch != right) {
        scores_.TakeRight(data(scores_.right_value) + scores_.right_offsets[at], workspace, slot.scores, slot.stream);
        values_.TakeRight(data(values_.right_value) + values_.right_offsets[at], workspace, slot.values, slot.stream);
        right = batch;
      }
      const bool is_last = block + 1 == blocks_;
      const int64_t first = block * block_rows_, count = is_last ? last_rows_ : block_rows_;
      ProductCalls::Block& to_scores = is_last ? slot.scores.last : slot.scores.whole;
      to_scores.a.At(data(scores_.left) + scores_.left_offsets[at] + first * scores_.depth);
      to_scores.y.At(scores);
      to_scores.call.Run(slot.stream);
      job.first = batch * scores_.rows + first;
      functions_.softmax_rows(job, job.first, job.first + count);
      ProductCalls::Block& to_result = is_last ? slot.values.last : slot.values.whole;
      to_result.a.At(scores);
      to_result.y.At(data(result_) + (batch * values_.rows + first) * values_.columns);
      to_result.call.Run(slot.stream);
    }
  }

  SoftmaxOfValues softmax_;
  const DirectFunctions& functions_;
  Product scores_, values_;
  int result_;
  int threads_;
  int64_t block_rows_ = 0, blocks_ = 0, last_rows_ = 0;
  size_t scores_offset_ = 0, slot_bytes_ = 0;
  std::string description_;
};

}  // namespace

bool FormsAttention(std::span<const StepSpec> parts) {
  if (parts.size() != 3 || !IsPlainProduct(parts[0]) || !IsPlainProduct(parts[2])) return false;
  const auto softmax = SoftmaxOf(parts[1].direct.get(), parts[1].kernel);
  if (!softmax || parts[1].outputs.size() != 1) return false;
  const int scores = parts[0].outputs[0], weights = parts[1].outputs[0];
  if (softmax->x != scores || softmax->mask == scores) return false;
  if (parts[2].cube_inputs[0] != weights || parts[2].cube_inputs[1] == weights) return false;
  const Shape& rows = parts[0].cube->shape;
  const Shape& again = parts[2].cube->inputs[0].shape();
  if (softmax->rows.columns != rows.back() || ElementCount(rows) == 0 || again.back() != rows.back()) return false;
  if (FromEnd(again, 2) != FromEnd(rows, 2) || ElementCount(again) != ElementCount(rows)) return false;
  // A second product that repeats the weights would take softmaxes twice.
  if (ElementCount(Leading(parts[2].cube->shape)) != ElementCount(Leading(again))) return false;
  const auto adds = [](const Epilogue& epilogue) { return epilogue.kind == Epilogue::Kind::kAdd; };
  const auto& behind = parts[0].epilogues;
  const auto added = std::count_if(behind.begin(), behind.end(), adds);
  const bool as_mask =
      added == 1 && adds(behind.back()) && softmax->mask < 0 && softmax->rows.scale == SoftmaxScale::kNone;
  return (added == 0 || as_mask) && std::none_of(parts[2].epilogues.begin(), parts[2].epilogues.end(), adds);
}

Result<std::unique_ptr<KernelStep>> MakeAttentionStep(const StepSpec& spec) {
  OPDK_TRY([[maybe_unused]] const Isa isa, TargetIsa());
  return FencedCube("attention",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<AttentionStep>(spec); });
}

std::string AttentionName() { return "attention_rows"; }

std::string DescribeAttention(const StepSpec& spec) {
  return fmt::format("rows of {}, {}, {}", DescribeCube("", spec.parts[0]), spec.parts[1].direct->name(),
                     DescribeCube("", spec.parts[2]));
}

}  // namespace opdk
