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

// The kernel and the memory of one step.
struct LoadedStep {
  Node* node = nullptr;
  std::shared_ptr<const LoadedKernel> kernel;      // nullptr: no kernel runs
  std::shared_ptr<const PreparedKernel> prepared;  // nullptr: no kernel runs, or it adapts
  std::vector<int> dead_blocks;                    // pool blocks that are free after this step
  int stream = -1;                                 // the stream in its section; -1: the step has all threads
  size_t workspace = 0;                            // offset of its workspace in the run's workspace, in bytes
};

// Loaded data of one function of the program.
struct LoadedFunction {
  std::vector<LoadedStep> steps;
  std::vector<bool> released;  // blocks of constants that no step reads any more
  std::vector<std::shared_ptr<SessionVariable>> variables;
  bool dynamic = false;                 // some shape is known only at run time
  std::vector<StreamSection> sections;  // the program's sections, if there are threads for all streams
};

class Executable;
// Compiles a graph whose shapes are all known, on any engines that take its operators. The engine `refusing` has
// refused these operators as one kernel.
using StandInCompiler = std::function<Result<Executable>(const Graph& graph, const std::string& refusing)>;

// A loaded model: filled by the loading stage, then constant.
struct LoadedModel {
  Program program;
  std::vector<Node*> nodes;  // nodes of the program, by number
  const PackageRegistry* packages = nullptr;
  std::shared_ptr<const void> keep_alive;
  int threads = 0;
  bool dynamic = false;
  std::vector<PortSpec> input_specs;
  std::vector<PortSpec> output_specs;
  std::vector<StepName> step_names;  // the steps of all functions, one function behind the other
  std::vector<LoadedFunction> functions;
  std::shared_ptr<SessionMemory> memory;
  StandInCompiler compile_stand_in;  // nullptr: a step that its engine refuses is an error
  bool gains_from_shapes = false;    // some kernel is faster if the shapes are known
  bool has_sections = false;         // some function's steps run on streams
  bool has_variables = false;
  bool writes_variables = false;
  size_t workspace_bytes = 0;  // for the prepared steps that run at the same time
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
  // Returns whether some shape is known only at run time. A run of any other model allocates nothing.
  bool dynamic() const { return model_->dynamic; }
  const Program& program() const { return model_->program; }
  // Returns whether a model for known shapes would be faster and give the same results at any time.
  bool gains_from_shapes() const { return model_->gains_from_shapes && !model_->has_variables; }
  // Adds models for known shapes. Runs with such shapes use them. Observed runs don't, because observers see these
  // steps.
  void UseVariants(std::shared_ptr<ShapeVariants> variants) { variants_ = std::move(variants); }
  const std::shared_ptr<ShapeVariants>& variants() const { return variants_; }
  // Returns node, engine, package and kernel of every step, in order of execution. Steps of regions ("loop/body/add")
  // come behind.
  const std::vector<StepName>& steps() const { return model_->step_names; }

  // Makes a context for one more run at a time. It may outlive the executable. E2007: no memory.
  Result<std::unique_ptr<Context>> NewContext() const;

  // Returns the bytes of memory that a run of a model that isn't dynamic computes in, with its kernels' workspace.
  size_t feature_bytes() const;
  // Makes runs compute in `memory` from now on: feature_bytes() bytes, 64-byte aligned. Then runs go one after the
  // other; the first begins when the current run has ended. nullptr: runs use memory of the session again.
  void UseFeatureMemory(std::byte* memory) const;

  // Adds a watch for later runs, beside the observer of their caller. Call it before threads share the executable.
  void Watch(std::shared_ptr<RunWatch> watch) { watches_.push_back(std::move(watch)); }

  // Runs once, from any thread, in a context that no other run uses. Each run at the same time needs a context, which
  // is kept for later runs. Inputs, outputs and errors: see Context::Run. An output without a buffer of the caller is
  // in a buffer of the context. It is valid until the next run of this executable by any thread; that run doesn't begin
  // before `read` returns. `iterations`: number of runs, one after the other with the same inputs; the outputs are
  // those of the last run.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, RunObserver* observer = nullptr,
             const std::function<void()>& read = {}, int64_t iterations = 1) const;
  // Runs with tensors. The outputs are new tensors that own their bytes.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs, RunObserver* observer = nullptr,
                                      int64_t iterations = 1) const;

 private:
  struct Idle {
    std::mutex mutex;
    std::vector<std::unique_ptr<Context>> contexts;
    std::mutex turn;  // held by a run in the caller's memory
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
