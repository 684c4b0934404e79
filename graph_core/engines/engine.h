// The engine interface: the core's questions to an engine, and the kernels that an engine gives the core to run.
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

// A tensor at run time. `shape` of an output holds the inferred shape. A kernel whose output shape is known only after
// running writes the real shape (rank and dims) before it returns.
struct TensorArg {
  void* data = nullptr;  // 64-byte aligned when it lies in the arena; any alignment when it is a user's
  size_t capacity = 0;   // bytes that may be read or written
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t>* shape = nullptr;
};

// Returns an address for arguments that aren't bound yet and for tensors of no bytes. nullptr would mean an absent
// optional input.
void* UnboundAddress();
// Returns the address of a value's bytes, never nullptr. The address isn't const because arguments have one type for
// inputs and outputs; kernels only read constants.
void* ConstantAddress(const ge::Tensor& value);

struct KernelArgs {
  std::span<TensorArg> inputs;  // one per node input; data == nullptr: absent optional input
  std::span<TensorArg> outputs;
  void* workspace = nullptr;
  // Outputs of unknown shape whose data is nullptr are asked for here; nullptr: there are none.
  OutputMemory* memory = nullptr;
};

// The part of a prepared kernel that one run changes. Used by one thread at a time.
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
  // Returns the bytes of workspace that a call needs.
  virtual size_t workspace_bytes() const { return 0; }
  // Returns the constant inputs that no call reads, because the kernel keeps them in another form (packed weights). One
  // entry per input; empty: calls read all. If this is the only prepared kernel, the bytes of these inputs may be
  // freed.
  virtual std::vector<bool> unread_constants() const { return {}; }
  // Returns constants in the kernel's own forms, which LoadKernel takes again.
  virtual std::vector<PackedConstant> packed_constants() const { return {}; }
  // Returns the kernel's name for `opdk explain` and profiles. `description`: one line about it ("Halide, 4 ops
  // fused").
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;
};

// The kernel of one node. Any number of threads use it.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  // Prepares the kernel for the concrete shapes in `args`. Data pointers are valid only for constants and value_depend
  // inputs. Called once at load if the shapes are known, else whenever they change. May allocate and compile. Returns
  // an earlier kernel for these shapes if it is still in use.
  virtual Result<std::shared_ptr<const PreparedKernel>> Prepare(const KernelArgs& args) const = 0;
  // Returns whether a graph with known shapes would have a better kernel for the node, chosen together with its
  // neighbours.
  virtual bool gains_from_shapes() const { return false; }
  // Returns whether calls ask KernelArgs::memory for outputs whose size inference doesn't bound.
  virtual bool asks_for_outputs() const { return false; }
  // Returns the name of the kernel before shapes are known; "" if it isn't known yet. `description` likewise.
  virtual std::string kernel_name() const = 0;
  virtual std::string description() const = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;  // of its row in the table of engines (package/engine_info.h)
  virtual int cost() const;                   // the row's; the cheapest is asked first
  // Sets the directory that keeps compiled kernels between processes; "": the engine's default. Called before any other
  // work.
  virtual void SetKernelCacheDirectory(const std::string& directory) { static_cast<void>(directory); }
  // Returns the provider (package) whose kernel runs the node. The error says why no provider does. `op` has concrete
  // dtypes and inferred shapes. Asks the packages that provide the operator, in order of precedence. A provider is
  // accepted if its operator information has a column that matches, a kernel is there or none is needed, and the
  // kernel's check_support and Accepts agree.
  virtual Result<const OperatorProvider*> CheckSupported(const Node& node, const PackageRegistry& packages) const;
  // Sets the context of the engine's own compiler passes: the passes to leave out, and the place for times and dumps.
  // Called before each graph.
  virtual void SetPassContext(const PassContext& context) { static_cast<void>(context); }
  // Returns the names of the compiler's passes, in order.
  virtual std::vector<PassName> compiler_passes() const { return {}; }
  // Returns the passes that OptimizeSubgraph runs, in order.
  virtual std::span<const Pass> passes() const { return {}; }
  // Runs the engine's passes over one subgraph of this engine: fusion into FusedOp nodes, choice of formats.
  virtual Status OptimizeSubgraph(Graph& subgraph, const PassContext& context) = 0;
  // Returns the work of a node with known shapes, before its kernel is made. nullopt: the work isn't known, and nothing
  // runs beside the node.
  virtual std::optional<KernelWork> WorkOf(const Node& node, const PackageRegistry& packages, WorkSource source);
  // Makes the kernels of these nodes ready; compiles those that no cache holds, in parallel. Reports progress through
  // `progress(done, total)` if it is set. Returns an image for each node, nullptr if loading needs only the node's
  // description. Nodes whose kernels are alike may share an image.
  virtual Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const> nodes, const PackageRegistry& packages,
      const std::function<void(int done, int total)>& progress) = 0;
  // Makes the image from the bytes that an image of this or another process gave. E2001: the bytes are none of this
  // engine's.
  virtual Result<std::shared_ptr<const KernelImage>> ReadImage(std::string_view bytes) const;
  // Returns the code that loading these images needs in a process with neither this process's caches nor a compiler.
  // "": nothing. TakeCode of a process with the same version of opdk takes it.
  virtual Result<std::string> CodeOf(std::span<const std::shared_ptr<const KernelImage>> images);
  // Takes the bytes of CodeOf. Machine code in them is trusted. E2001: the bytes are none of this engine's.
  virtual Status TakeCode(std::string_view bytes);
  // Makes the kernel of a node. `image`: from CompileKernels or ReadImage. `packed`: the constants that the node's
  // prepared kernel packed when it was loaded before, or none.
  virtual Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node& node,
                                                                 const std::shared_ptr<const KernelImage>& image,
                                                                 std::vector<PackedConstant> packed,
                                                                 const PackageRegistry& packages) = 0;

 protected:
  // Checks whether the engine can run a provider's kernel that is otherwise right for the node. The error says why not.
  virtual Status Accepts(const OperatorProvider& provider, const Node& node, const PackageRegistry& packages) const;
  // Returns the provider of this engine's kernel that a node was placed on. Errors are those of opdk::PlacedKernel.
  Result<const OperatorProvider*> PlacedKernel(const Node& node, const PackageRegistry& packages) const;
};

// Makes every engine, cheapest first.
std::vector<std::unique_ptr<Engine>> AllEngines();
// Makes the engines of this process, cheapest first. `only`: the name of the single engine to make; "": all. E1001:
// there is no such engine.
Result<std::vector<std::unique_ptr<Engine>>> MakeEngines(std::string_view only = "");
std::unique_ptr<Engine> MakeAiCoreEngine();
std::unique_ptr<Engine> MakeAiCpuEngine();

}  // namespace opdk
