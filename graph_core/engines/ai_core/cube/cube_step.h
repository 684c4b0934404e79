// Common parts of the steps that run the cube unit's oneDNN primitives.
#pragma once

#include <dnnl.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph_core/engines/ai_core/cube/cube_steps.h"

namespace opdk {

const dnnl::engine& CpuEngine();

// Refuses extents of 2^30 and more: throws dnnl::error. oneDNN counts extents of convolutions in 32 bits, and divides
// by a count that overflowed to 0.
void RequireCountable(const std::vector<int64_t>& shape);

// Describes plain row-major memory.
dnnl::memory::desc PlainDesc(const std::vector<int64_t>& shape,
                             dnnl::memory::data_type type = dnnl::memory::data_type::f32);
// Describes memory whose layout oneDNN chooses.
inline dnnl::memory::desc AnyLayout(const std::vector<int64_t>& shape,
                                    dnnl::memory::data_type type = dnnl::memory::data_type::f32) {
  return {shape, type, dnnl::memory::format_tag::any};
}
// Describes [N, C, spatial...] in blocks of `c0` channels; 0: row-major. Row-major memory is described as blocks where
// the bytes are the same.
dnnl::memory::desc ChannelDesc(const std::vector<int64_t>& shape, int64_t c0);
// Describes a layout in words. Equal texts mean equal layouts.
std::string LayoutText(const dnnl::memory::desc& desc);
// Names the form of a constant that an algorithm reads in a layout.
std::string PackedForm(std::string_view algorithm, const dnnl::memory::desc& desc);
// Returns the shape of a filter [O, C/groups, spatial...] as oneDNN wants it: [groups, O/groups, C/groups, spatial...].
// With one group the shape stays.
std::vector<int64_t> GroupedFilter(std::vector<int64_t> filter, int64_t groups);

// Returns `values`, or `count` times `fill` if `values` is empty.
std::vector<int64_t> OrFilled(const std::vector<int64_t>& values, size_t count, int64_t fill);
// Returns numbers of `rank` spatial axes as numbers of three axes, with `fill` for the outer axes and for an empty
// list.
std::vector<int64_t> SpatialDims(const std::vector<int64_t>& values, size_t rank, int64_t fill);
// Returns dilations as oneDNN counts them: the gaps between the taps.
std::vector<int64_t> Gaps(std::vector<int64_t> dilations);
// Returns the padding at the end of `data` for which a convolution by `filter` gives `result`. It follows from the
// extents; a negative number crops. Each shape is [.., .., spatial...].
std::vector<int64_t> PadsAtTheEnd(const std::vector<int64_t>& data, const std::vector<int64_t>& filter,
                                  const std::vector<int64_t>& result, const tbe::ConvParams& conv);
// Returns whether the name is that of oneDNN's reference implementation, which is slow but takes everything.
bool IsReference(std::string_view implementation);
// Returns whether the number of threads decides in which order an implementation adds and rounds: oneDNN's general
// products, and its convolutions whose number of taps summed at once follows from the threads' shares.
bool RoundsByThreads(std::string_view implementation);

// Makes the post-ops of a primitive from the epilogues of `spec`, in order. kAdd sums onto the result's memory. With
// `added`, kAdd reads a tensor of that layout instead.
dnnl::post_ops MakePostOps(const StepSpec& spec, const dnnl::memory::desc* added = nullptr);
// Applies one element-wise epilogue (any but kAdd) to `memory`, in place.
void ApplyEltwise(const Epilogue& epilogue, const dnnl::memory& memory);
// Returns the number of the post-op that kAdd is; -1: none.
int AddedPostOp(const StepSpec& spec);
// Returns the value that is added to the result; -1: none.
int AddedValue(const StepSpec& spec);
// Copies `bytes` bytes on as many threads as pay.
void CopyInParallel(const void* from, void* to, size_t bytes);

// A oneDNN memory that is told an address only if the address is new: telling it costs more than comparing.
class Placed {
 public:
  Placed() = default;
  explicit Placed(const dnnl::memory::desc& desc) : memory_(desc, CpuEngine(), nullptr) {}

  void At(void* data) {
    if (data == data_) return;
    memory_.set_data_handle(data);
    data_ = data;
  }
  const dnnl::memory& memory() const { return memory_; }

 private:
  dnnl::memory memory_;
  void* data_ = nullptr;
};

// A primitive with its arguments, ready to run: their array is made once.
class Call {
 public:
  Call() = default;
  explicit Call(const dnnl::primitive& primitive) : primitive_(primitive) {}

  void Add(int argument, const Placed& memory) { arguments_.push_back({argument, memory.memory().get()}); }
  void Run(const dnnl::stream& stream) const;

 private:
  dnnl::primitive primitive_;
  std::vector<dnnl_exec_arg_t> arguments_;
};

class BlocksToPlain;

// A oneDNN primitive between plain tensors: reorders to and from the layouts it prefers, constant operands once.
class CubeStep : public KernelStep {
 public:
  std::unique_ptr<StepState> NewState() const override;
  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override;
  bool packs(int value) const override;
  size_t workspace_bytes() const override { return workspace_bytes_; }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 protected:
  // Adds an input. If `value` is one of `constants`, it is converted to the preferred layout here. `algorithm`: the
  // purpose of the packed form, where the layout alone doesn't tell.
  void AddInput(int argument, int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                const StepConstants* constants = nullptr, std::string_view algorithm = {});
  void SetResult(int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                 int argument = DNNL_ARG_DST);
  // Sets the tensor that is summed onto the result. The tensor is converted to the result's layout before the primitive
  // runs. `post_op`: the number of the post-op that reads it; -1: the primitive sums onto the result's memory.
  void SetAdded(int value, const dnnl::memory::desc& plain, int post_op = -1);
  void Finish(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad, std::string name,
              std::string description);

 private:
  // A reorder, and the scratchpad that each run gives it. The library's own scratchpad would be shared by all threads
  // that run the reorder at once.
  struct Reorder {
    dnnl::primitive primitive;
    dnnl::memory::desc scratchpad;  // of no bytes where it needs none
    size_t offset = 0;              // of the scratchpad in the workspace
  };
  struct Operand {
    int argument = 0;  // DNNL_ARG_…
    int value = -1;
    dnnl::memory::desc plain;      // over the value's own bytes
    dnnl::memory::desc preferred;  // over workspace or packed bytes; unused where it doesn't reorder
    Reorder reorder;               // plain to preferred (preferred to plain for the result)
    bool reorders = false;
    size_t offset = 0;                  // of `preferred` in the workspace
    const std::byte* packed = nullptr;  // nullptr: not reordered when the step was made
  };
  // The addresses of a run's operands.
  struct PlacedOperand {
    PlacedOperand() = default;
    // Takes an operand with the direction of its reorder: `to_plain`, or to the preferred layout.
    explicit PlacedOperand(const Operand& operand, bool to_plain = false);
    // Returns the memory that the primitive is given.
    Placed& given() { return reorders ? preferred : plain; }

    bool reorders = false;
    Placed plain, preferred, scratchpad;
    Call reorder;
  };
  struct State : StepState {
    std::vector<PlacedOperand> inputs;
    PlacedOperand result;
    Placed added, added_scratchpad;
    Call reorder_added;
    Placed scratchpad;
    Call call;
    dnnl::stream stream{CpuEngine()};
  };

  size_t Reserve(const dnnl::memory::desc& desc);
  static Reorder ReorderOf(const dnnl::memory::desc& from, const dnnl::memory::desc& to);
  static Call ReorderCall(const Reorder& reorder, const Placed& from, const Placed& to, Placed& scratchpad);
  void PlaceAdded(void* added, void* result, std::byte* workspace, State& state) const;

  dnnl::primitive primitive_;
  std::vector<Operand> inputs_;
  Operand result_;
  std::shared_ptr<const BlocksToPlain> to_plain_;  // in place of the result's reorder; nullptr: it is oneDNN's
  Operand added_;
  int added_post_op_ = -1;
  dnnl::memory::desc scratchpad_;
  size_t scratchpad_offset_ = 0;
  size_t workspace_bytes_ = 0;
  std::string name_, description_;
};

// Returns the step that `make` makes. `what`: the step's kind in the message. E2010: `make` throws a dnnl::error.
template <typename Make>
Result<std::unique_ptr<KernelStep>> FencedCube(const char* what, Make make) {
  try {
    return Result<std::unique_ptr<KernelStep>>(make());
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kExpression, std::string("oneDNN refuses this ") + what + ": " + error.what());
  }
}

}  // namespace opdk
