// What the core asks of an engine, and what an engine gives it to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "graph_core/engines/kernel_image.h"
#include "graph_core/engines/kernel_work.h"
#include "graph_core/engines/output_memory.h"
#include "graph_core/engines/packed_constant.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/pass.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

// A tensor at run time. `shape` of an output holds what inference said; a kernel whose output shape is known only
// after running writes the real one (rank and dims) before it returns.
struct TensorArg {
  void* data = nullptr;  // 64-byte aligned when it lies in the arena; any alignment when it is a user's
  size_t capacity = 0;   // bytes that may be read or written
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t>* shape = nullptr;
};

// An address for arguments that aren't bound yet and for tensors of no bytes: nullptr means an absent optional input.
void* UnboundAddress();
// Where a value's bytes lie, never nullptr. Kernels only read constants; the arguments have one type for both
// directions.
void* ConstantAddress(const ge::Tensor& value);

struct KernelArgs {
  std::span<TensorArg> inputs;  // one per node input; data == nullptr: absent optional input
  std::span<TensorArg> outputs;
  void* workspace = nullptr;
  // Outputs of unknown shape whose data is nullptr are asked for here; nullptr: there are none.
  OutputMemory* memory = nullptr;
};

// What one run of a prepared kernel changes. Used by one thread at a time.
class KernelCall {
 public:
  virtual ~KernelCall() = default;
  // Runs to completion. Allocates nothing in the host; the same args layout as Prepare. Must not throw.
  virtual Status Run(const KernelArgs& args) = 0;
};

// A kernel for concrete shapes. Immutable: any number of threads make calls of it.
class PreparedKernel {
 public:
  virtual ~PreparedKernel() = default;
  // Keeps the prepared kernel alive.
  virtual Result<std::unique_ptr<KernelCall>> NewCall() const = 0;
  // What a call needs.
  virtual size_t workspace_bytes() const { return 0; }
  // Which constant inputs no call reads, since they are kept in another form (packed weights). One entry per input;
  // empty: it reads all. Where this is the only one that was prepared, their bytes may go.
  virtual std::vector<bool> unread_constants() const { return {}; }
  // Those other forms, which LoadKernel takes again.
  virtual std::vector<PackedConstant> packed_constants() const { return {}; }
  // For `opdk explain` and profiles: kernel name, and one line about what it is ("Halide, 4 ops fused").
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;
};

// The kernel of one node. Any number of threads use it.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  // For the concrete shapes in `args` (data pointers are not valid yet, except those of constants and of value_depend
  // inputs). Called once at load where shapes are known, else whenever they changed. May allocate and compile; what
  // has been prepared for these shapes and is still in use is given again.
  virtual Result<std::shared_ptr<const PreparedKernel>> Prepare(const KernelArgs& args) const = 0;
  // Whether a graph whose shapes are known has a better kernel for the node, since what stands around it is chosen with
  // it.
  virtual bool gains_from_shapes() const { return false; }
  // Whether its calls ask KernelArgs::memory for outputs that inference gives no upper bound for.
  virtual bool asks_for_outputs() const { return false; }
  // What is known of it before the shapes are; "": nothing.
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;  // of its row in the table of engines (package/engine_info.h)
  virtual int cost() const;                   // the row's; the cheapest is asked first
  // Where compiled kernels are kept between processes; "": the engine's default. Called before any other work.
  virtual void SetKernelCacheDirectory(const std::string& directory) { static_cast<void>(directory); }
  // Ok and the provider (package) whose kernel runs, or why not. `op` has concrete dtypes and inferred shapes.
  // Walks the packages that provide the operator, in their order of precedence: operator information has a column that
  // matches, a kernel is there or none is needed, the kernel's check_support and Accepts agree.
  virtual Result<const OperatorProvider*> CheckSupported(const Node& node, const PackageRegistry& packages) const;
  // Which passes are left out, and where times and dumps go: for the passes of the engine's own compiler, inside the
  // calls below. Called before each graph.
  virtual void SetPassContext(const PassContext& context) { static_cast<void>(context); }
  // The names of those passes, in order.
  virtual std::vector<PassName> compiler_passes() const { return {}; }
  // What OptimizeSubgraph runs, in order.
  virtual std::span<const Pass> passes() const { return {}; }
  // Engine passes over one subgraph of this engine: fusion into FusedOp nodes, format choice.
  virtual Status OptimizeSubgraph(Graph& subgraph, const PassContext& context) = 0;
  // Of a node of known shapes, before its kernel is made; nullopt: not known, and nothing runs beside it.
  virtual std::optional<KernelWork> WorkOf(const Node& node, const PackageRegistry& packages, WorkSource source);
  // Makes the kernels of these nodes ready (compiles what no cache holds, in parallel). Progress is reported through
  // `progress(done, total)` when it is set. An image for each node, nullptr where its description says all that loading
  // needs; nodes whose kernels are alike may share one.
  virtual Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const> nodes, const PackageRegistry& packages,
      const std::function<void(int done, int total)>& progress) = 0;
  // The image that gave these bytes, of this or another process. E2001: none of this engine's.
  virtual Result<std::shared_ptr<const KernelImage>> ReadImage(std::string_view bytes) const;
  // What loading kernels of these images needs beside them where there are neither this process's caches nor a
  // compiler: for TakeCode of a process with the same version of opdk. "": nothing.
  virtual Result<std::string> CodeOf(std::span<const std::shared_ptr<const KernelImage>> images);
  // Machine code among it is trusted. E2001: none of this engine's.
  virtual Status TakeCode(std::string_view bytes);
  // The kernel of a node whose image CompileKernels or ReadImage gave. `packed`: what its prepared kernel kept of
  // constants when it was loaded before, none otherwise.
  virtual Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node& node,
                                                                 const std::shared_ptr<const KernelImage>& image,
                                                                 std::vector<PackedConstant> packed,
                                                                 const PackageRegistry& packages) = 0;

 protected:
  // What the engine itself asks of a provider whose kernel passes for the node otherwise: why it can't run it.
  virtual Status Accepts(const OperatorProvider& provider, const Node& node, const PackageRegistry& packages) const;
  // The provider that a node was placed on, which has a kernel of this engine. E9001 otherwise.
  Result<const OperatorProvider*> PlacedKernel(const Node& node, const PackageRegistry& packages) const;
};

// Every engine, cheapest first.
std::vector<std::unique_ptr<Engine>> AllEngines();
// The engines of this process, cheapest first. `only` (a name or "") leaves the others out. E1001: there is no such
// one.
Result<std::vector<std::unique_ptr<Engine>>> MakeEngines(std::string_view only = "");
std::unique_ptr<Engine> MakeAiCoreEngine();
std::unique_ptr<Engine> MakeAiCpuEngine();

}  // namespace opdk
