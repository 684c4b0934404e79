// A model that is ready to run: kernels loaded, constants packed. Threads share it; each run has a context.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/engines/engine.h"
#include "graph_core/execution/run_checks.h"
#include "graph_core/execution/run_observer.h"
#include "graph_core/execution/session_memory.h"
#include "graph_core/execution/shape_variants.h"
#include "graph_core/program/program.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

class Context;

// What a step runs.
struct LoadedStep {
  Node* node = nullptr;
  std::shared_ptr<const LoadedKernel> kernel;      // nullptr: a view
  std::shared_ptr<const PreparedKernel> prepared;  // nullptr: a view, or one whose shapes are known at run time only
  std::vector<int> dead_blocks;                    // of the pool, free after this step
  int stream = -1;                                 // of its section; -1: it has all threads
  size_t workspace = 0;                            // where its workspace begins in the run's, in bytes
};

// What belongs to each function of the program.
struct LoadedFunction {
  std::vector<LoadedStep> steps;
  std::vector<bool> released;  // blocks of constants that no step reads any more
  std::vector<std::shared_ptr<SessionVariable>> variables;
  bool dynamic = false;                 // some shape is known only at run time
  std::vector<StreamSection> sections;  // the program's, where there are threads for all streams
};

class Executable;
// Compiles a graph whose shapes are all known on whichever engines take its operators; the engine `refusing` has
// refused them as one kernel.
using StandInCompiler = std::function<Result<Executable>(const Graph& graph, const std::string& refusing)>;

// Filled by the loading stage, then constant.
struct LoadedModel {
  Program program;
  std::vector<Node*> nodes;  // of the program, by number
  const PackageRegistry* packages = nullptr;
  std::shared_ptr<const void> keep_alive;
  int threads = 0;
  bool dynamic = false;
  std::vector<PortSpec> input_specs;
  std::vector<PortSpec> output_specs;
  std::vector<StepName> step_names;  // of all functions, one behind the other
  std::vector<LoadedFunction> functions;
  std::shared_ptr<SessionMemory> memory;
  StandInCompiler compile_stand_in;  // nullptr: what a step's engine refuses is an error
  bool gains_from_shapes = false;    // some kernel is better made for shapes that are known
  bool has_sections = false;         // some function's steps run on streams
  bool has_variables = false;
  bool writes_variables = false;
  size_t workspace_bytes = 0;  // of the prepared steps that run at a time
};

// One executor for static and dynamic shapes.
class Executable {
 public:
  // `first`: a context that loading has made already.
  Executable(std::shared_ptr<const LoadedModel> model, std::unique_ptr<Context> first);
  ~Executable();
  Executable(Executable&&) noexcept;
  Executable& operator=(Executable&&) noexcept;

  const std::vector<PortSpec>& inputs() const { return model_->input_specs; }
  const std::vector<PortSpec>& outputs() const { return model_->output_specs; }
  // Whether some shape is known only at run time. A run of any other model allocates nothing.
  bool dynamic() const { return model_->dynamic; }
  const Program& program() const { return model_->program; }
  // Whether a model for known shapes is another, faster one, and gives the same at any time.
  bool gains_from_shapes() const { return model_->gains_from_shapes && !model_->has_variables; }
  // Runs for whose shapes there is a model are that model's, but for those that are observed, which are of these steps.
  void UseVariants(std::shared_ptr<ShapeVariants> variants) { variants_ = std::move(variants); }
  const std::shared_ptr<ShapeVariants>& variants() const { return variants_; }
  // Node, engine, package and kernel of every step, in order of execution; those of regions ("loop/body/add") behind.
  const std::vector<StepName>& steps() const { return model_->step_names; }

  // Memory for one more run at a time. It may outlive the executable. E2007: no memory.
  Result<std::unique_ptr<Context>> NewContext() const;

  // What a run of a model that isn't dynamic computes in, its kernels' workspace among it.
  size_t feature_bytes() const;
  // Runs compute in `memory` from now on, of feature_bytes(), 64-byte aligned: one after the other, once the one that
  // is on has ended. nullptr: in the session's again.
  void UseFeatureMemory(std::byte* memory) const;

  // Later runs are watched, beside the observer that their caller gives. Before threads share the executable.
  void Watch(std::shared_ptr<RunWatch> watch) { watches_.push_back(std::move(watch)); }

  // One run, from any thread, in a context that nobody else uses: each run beside others needs one, which is kept for
  // the next. Inputs, outputs and errors as of Context::Run. An output without a buffer of the caller's lies in the
  // context's: valid until the next run of this executable, of any thread, which doesn't begin before `read` returns.
  // `iterations`: as many runs one after the other, with the same inputs; what the last one gives comes back.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer = nullptr,
             const std::function<void()>& read = {}, int64_t iterations = 1) const;
  // The same with tensors; the outputs are new tensors that own their bytes.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs, RunObserver* observer = nullptr,
                                      int64_t iterations = 1) const;

 private:
  struct Idle {
    std::mutex mutex;
    std::vector<std::unique_ptr<Context>> contexts;
    std::mutex turn;  // of runs in the caller's memory
    std::atomic<std::byte*> memory = nullptr;
  };
  Status RunOnce(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer,
                 const std::function<void()>& read, int64_t iterations) const;
  Result<std::unique_ptr<Context>> Borrow() const;
  void Return(std::unique_ptr<Context> context) const;

  std::shared_ptr<const LoadedModel> model_;
  InputShapeRules shape_rules_;
  std::unique_ptr<Idle> idle_;
  std::shared_ptr<ShapeVariants> variants_;  // nullptr: none
  std::vector<std::shared_ptr<RunWatch>> watches_;
};

}  // namespace opdk
