// A product or convolution of float, cut into pieces. Each piece is computed by oneDNN on one thread:
//
//   [400, 300] x [300, 500]   rows 0, 192, 384 and columns 0, 384 begin pieces: 6 pieces of 4 forms
//
// How the cube is cut depends on its shape alone. oneDNN's own division depends on the number of threads, and its
// kernels for AVX2 round the last rows and columns of a thread's share in another order.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/engines/ai_core/cube/onednn_step.h"

namespace opdk {

// Pieces of one shape: calls that read and write buffers.
class PieceForm {
 public:
  struct Buffer {
    dnnl::memory::desc desc;
    int operand = -1;   // number of the operand whose part the buffer is; -1: the buffer is in the workspace
    size_t offset = 0;  // in a thread's workspace
  };
  struct Stage {
    dnnl::primitive primitive;
    std::vector<std::pair<int, size_t>> arguments;  // DNNL_ARG_… and the buffer's number
  };

  // Adds a buffer for a part of an operand. Returns the buffer's number, as InWorkspace and Reordered do.
  size_t Part(const dnnl::memory::desc& desc, int operand);
  size_t InWorkspace(const dnnl::memory::desc& desc);
  // Adds a buffer of the layout `wanted` with the contents of `from`. Returns `from` itself if it has that layout.
  size_t Reordered(size_t from, const dnnl::memory::desc& wanted);
  // Brings `from` into `to`.
  void Reorder(size_t from, size_t to);
  // Appends the call of `primitive`.
  void Call(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad,
            std::vector<std::pair<int, size_t>> arguments);

  const std::vector<Buffer>& buffers() const { return buffers_; }
  const std::vector<Stage>& stages() const { return stages_; }
  size_t workspace_bytes() const { return workspace_bytes_; }

 private:
  std::vector<Buffer> buffers_;
  std::vector<Stage> stages_;
  size_t workspace_bytes_ = 0;
};

struct Division {
  struct Piece {
    size_t form = 0;
    std::vector<int64_t> offsets;  // where each operand's part begins, in floats
  };

  // Appends a piece of the form whose number `numbers` keeps for `key`. `make` makes the form where it is new.
  template <typename Key, typename Make>
  void Add(std::map<Key, size_t>& numbers, const Key& key, std::vector<int64_t> offsets, const Make& make) {
    const auto [number, is_new] = numbers.try_emplace(key, forms.size());
    if (is_new) forms.push_back(make());
    pieces.push_back({number->second, std::move(offsets)});
  }

  std::vector<int> operands;  // values; parts of the result's memory don't overlap
  int added = -1;             // number of the operand that post-ops add to the result
  std::vector<PieceForm> forms;
  std::vector<Piece> pieces;
  std::string implementation;
};

class PiecewiseStep : public KernelStep {
 public:
  // Makes the post-ops of a piece whose result is laid out as `y`. oneDNN's fast implementations sum onto the result's
  // memory only before all other post-ops. Elsewhere the post-op number `ReadsAdded` reads the added operand; -1: no
  // post-op reads it.
  static dnnl::post_ops PostOps(const StepSpec& spec, const dnnl::memory::desc& y);
  static int ReadsAdded(const StepSpec& spec);

  // `division`: made within a ThreadScope of 1, as oneDNN plans a primitive for the threads that there are.
  PiecewiseStep(const StepSpec& spec, Division division);

  std::unique_ptr<StepState> NewState() const override;
  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override;
  size_t workspace_bytes() const override { return copy_bytes_ + slot_bytes_ * static_cast<size_t>(threads_); }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 private:
  struct PlacedForm {
    std::vector<Placed> buffers;
    std::vector<Call> calls;
  };
  // One thread's calls.
  struct Slot {
    std::vector<PlacedForm> forms;
    dnnl::stream stream{CpuEngine()};
  };
  struct State : StepState {
    std::vector<Slot> slots;
  };

  // Runs pieces [begin, end). `added`: the data of the operand that post-ops add, instead of its value's data.
  void RunPieces(std::span<void* const> values, void* added, std::byte* workspace, Slot& slot, size_t begin,
                 size_t end) const;

  Division division_;
  int added_;   // value that is added to the result; -1: none
  int result_;  // value
  size_t result_bytes_;
  size_t copy_bytes_ = 0;  // of the workspace, before the slots: a copy of the added operand
  int threads_;
  size_t slot_bytes_ = 0;
  std::string name_, description_;
};

}  // namespace opdk
