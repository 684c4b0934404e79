// Runs one engine's kernel of one operator on memory that the caller controls to the byte.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/engines/node_runner.h"
#include "sdk/tools/verify/checks/guarded_buffer.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// The contents of outputs and workspace before the kernel runs.
enum class Prefill : uint8_t { kPatternA, kPatternB, kZero, kNan };

struct Arrangement {
  Press press = Press::kStart;
  size_t offset_elements = 0;  // of inputs and outputs from a page's start, with kStart only
  Prefill prefill = Prefill::kPatternA;
  int threads = 0;            // 0: as many as there are
  bool small_pieces = false;  // each thread gets a piece of everything that is divided (opdk/small_pieces.h)
  bool reversed = false;      // the inputs' elements are in reverse order
  bool in_place = false;      // outputs lie in the inputs that the operator information lets them overwrite
};

// Accesses outside the memory of one port.
struct PortBreach {
  enum class Port : uint8_t { kInput, kOutput, kWorkspace };
  Port port = Port::kInput;
  size_t index = 0;
  const std::byte* data = nullptr;  // address of the port's first byte
  size_t bytes = 0;
  Breaches breaches;
};

struct KernelRun {
  Status status;
  std::vector<ge::Tensor> outputs;  // with the shapes that the kernel reported
  std::vector<PortBreach> breaches;
};

// The buffers of a run, for any number of calls of a kernel.
class KernelMemory;

class KernelRunner {
 public:
  // Prepares the kernel. `op` has its outputs inferred; `inputs`: one per op.inputs. E2008: the engine refuses the
  // operator; E2003: an output's size isn't known; else errors of compilation.
  static Result<std::unique_ptr<KernelRunner>> Make(const OpDesc& op, const std::vector<ge::Tensor>& inputs,
                                                    std::string_view engine, const TestHarness& harness);
  ~KernelRunner();

  // Returns false if every output is a view of an input, so that no kernel runs.
  bool has_kernel() const { return call_ != nullptr; }
  const Node& node() const { return node_->node(); }
  std::string kernel_name() const { return prepared_->kernel_name(); }
  // Returns whether an output may overwrite an input.
  bool may_run_in_place() const;

  // Runs the kernel once in memory of its own. Faults in guards are survived and reported. E2007: no memory.
  KernelRun Run(const Arrangement& arrangement = {}) const;

  // Allocates memory, for checks that call a kernel often with Call.
  Result<std::unique_ptr<KernelMemory>> MakeMemory(const Arrangement& arrangement) const;
  // Makes another caller of the same kernel. Its memory must be made afterwards: it may need more workspace than other
  // callers.
  Result<std::unique_ptr<KernelCall>> NewCall(const Arrangement& arrangement = {}) const;
  KernelCall& call() const { return *call_; }
  Status Call(KernelCall& call, KernelMemory& memory) const;
  Result<std::vector<ge::Tensor>> Outputs(const KernelMemory& memory) const;

 private:
  KernelRunner() = default;
  Status Build(const OpDesc& op, std::string_view engine, const TestHarness& harness);
  Status SizeOutputs();
  Result<std::shared_ptr<const PreparedKernel>> Prepare(const Arrangement& arrangement) const;

  std::shared_ptr<PackageRegistry> packages_;
  std::unique_ptr<NodeRunner> node_;
  std::vector<ge::Tensor> inputs_;
  std::vector<bool> constant_;                       // inputs that the kernel is built from: they keep their place
  std::vector<std::optional<size_t>> output_bytes_;  // nullopt: the kernel asks for its memory
  std::shared_ptr<const PreparedKernel> prepared_;
  std::unique_ptr<KernelCall> call_;
  // Workspace of the call that needs most. An algorithm may be chosen by measuring, so a kernel that is prepared again
  // can need more.
  mutable size_t workspace_bytes_ = 0;
};

class KernelMemory : public OutputMemory {
 public:
  // Allocates an output when the kernel asks for its memory: between guards, filled as the arrangement says.
  Result<void*> Take(size_t output, size_t bytes) override;
  std::vector<PortBreach> TakeBreaches();
  // Returns the number of buffers: one for each input, output and workspace.
  size_t buffer_count() const { return buffers_.size(); }
  GuardedBuffer& buffer(size_t i) { return buffers_[i]; }
  PortBreach::Port port(size_t i) const { return places_[i].port; }
  size_t port_index(size_t i) const { return places_[i].index; }

 private:
  friend class KernelRunner;
  Status Allocate(PortBreach::Port port, size_t index, size_t bytes, size_t alignment, size_t offset);
  // Makes the kernel ask again for the outputs that it asked for before.
  void Open();

  Arrangement arrangement_;
  std::deque<GuardedBuffer> buffers_;  // a held buffer keeps its place when the kernel asks for another
  std::vector<size_t> open_;           // outputs that the kernel asks for
  struct Place {
    PortBreach::Port port;
    size_t index;
  };
  std::vector<Place> places_;  // one per buffer
  std::vector<std::vector<int64_t>> input_shapes_;
  std::vector<std::vector<int64_t>> output_shapes_;
  std::vector<std::vector<int64_t>> inferred_;
  std::vector<TensorArg> inputs_;
  std::vector<TensorArg> outputs_;
  void* workspace_ = nullptr;
};

// Sets every byte by the prefill; kNan: each element a NaN of the dtype (all bits set if it has none).
void FillBytes(std::byte* data, size_t bytes, ge::DataType dtype, Prefill prefill);

}  // namespace opdk::verify
