// A graph or a model file made ready to run, from C++:
//
//   OPDK_TRY(Packages packages, Packages::Load());
//   OPDK_TRY(ParseResult parsed, packages.ParseModel({{"model.onnx"}, {}, {}}));
//   OPDK_TRY(Model model, Model::Compile(packages, parsed.graph));
//   RunInput x{data, bytes, ge::DT_FLOAT, shape};
//   RunOutput y{result, result_bytes};
//   OPDK_TRY(model.Run({&x, 1}, {&y, 1}));
//
// This interface also gives facts that Graph Engine's own interface (ge/ge_api.h) hides: the ports, the result for each
// node. It takes the caller's own output buffers.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/tensor.h"
#include "opdk/compile.h"
#include "opdk/packages.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"
#include "opdk/tensor_dump_options.h"

namespace opdk {

// Options of making an offline model.
struct OfflineOptions {
  // Embeds the libraries of the operator packages that don't come with opdk.
  bool embed_packages = false;
  // Writes the weights into a file of their own, weight/weight_HASH beside the model, when `atc` or aclgrphSaveModel
  // writes the model to a file. Models with equal weights share that file. It is found only when the model is loaded
  // from its file.
  bool external_weights = false;
  // Properties stored with the model's graph, for later readers: "atc_cmdline".
  std::map<std::string, std::string> properties;
};

// Returns the bytes of an offline model: the graph compiled for this processor, or for the lesser instruction set that
// OPDK_ISA names. Loading them needs neither the model's file nor its framework's plugin nor a compiler. E1006, and
// Model::Compile's errors.
Result<std::string> CompileOffline(const Packages& packages, const ge::Graph& graph, const CompileOptions& options = {},
                                   const OfflineOptions& offline = {});

class Variables;

// A compiled graph. Any number of threads may run it at once: they share its kernels and packed weights, and each run
// has its own memory. Keeps the packages that it needs.
class Model {
 public:
  // Compiles a graph. The graph is copied, except the bytes of its constants, which are shared. E1001: no such engine
  // or pass, or a pass that can't be disabled; E1002: the dump directory can't be made; E2002 to E2009: the graph is
  // refused, located at the node; E2008: no engine runs a node; E4001: a kernel can't be compiled.
  static Result<Model> Compile(const Packages& packages, const ge::Graph& graph, const CompileOptions& options = {});
  // Compiles a graph that shares variables (opdk/variables.h) with other models. E2003: other models have a variable of
  // the same name with another type or shape.
  static Result<Model> Compile(const Packages& packages, const ge::Graph& graph, const CompileOptions& options,
                               const Variables& variables);
  // Loads an offline model (.om) from a file that CompileOffline or `atc` made. Weights stay in the file, and nothing
  // is compiled. `options`: engine and threads have an effect, options of compiling don't. E1002; E2001: not a model,
  // changed, of another version of opdk or for another processor; E5009: others can write to the file; E5010, E5012: a
  // package that it needs is another one, or missing.
  static Result<Model> Load(const Packages& packages, const std::string& path, const CompileOptions& options = {});
  // Loads an offline model from bytes, 64-byte aligned, which `owner` keeps alive.
  static Result<Model> Load(const Packages& packages, std::span<const std::byte> bytes,
                            std::shared_ptr<const void> owner, const CompileOptions& options = {});
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  // Returns the inputs and outputs in the model's order; valid as long as the model.
  const std::vector<PortSpec>& inputs() const;
  const std::vector<PortSpec>& outputs() const;
  // Returns whether some shape is known only at run time. A run of any other model allocates nothing.
  bool dynamic() const;
  const CompileReport& report() const;

  // Runs the model. Inputs and outputs stand in the model's order. Without a buffer of the caller, an output lies in
  // the model's memory until the next run. If several threads run the model, `read` is the place to look at such an
  // output: it is called after a successful run, before another run may use that memory. After an error the model can
  // be run again. E1003: an input is missing; E1004: dtype, rank, shape or size of an input or of an output's buffer
  // does not fit; E6001, E6002: a kernel failed.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs,
             const std::function<void()>& read = {}) const;
  // Runs the model with tensors; the results own their bytes. Errors as in the other Run.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs) const;

  // Makes later runs write their steps' inputs and outputs below `options.directory`, as `opdk run --dump-tensors`
  // does. Call it before threads share the model. E1001: the model has no such layer, with "did you mean"; E1002: the
  // directory doesn't exist; E1006: it can't be written to.
  Status DumpTensors(TensorDumpOptions options);
  // Returns the overflows since the last call, if DumpTensors was asked for overflows: a line for each step, with its
  // run, outputs and files. Thread-safe.
  std::vector<std::string> TakeOverflows();
  // Makes later runs add to op_statistic.csv and trace.json in a new directory PROF_<graph> below `directory`; both
  // files are complete after each run. Call it before threads share the model. E1002: the directory doesn't exist;
  // E1006: it can't be written to.
  Status Profile(const std::string& directory);

 private:
  struct Impl;
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
