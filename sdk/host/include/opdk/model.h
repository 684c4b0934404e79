// A graph or a model file made ready to run, from C++:
//
//   OPDK_TRY(Packages packages, Packages::Load());
//   OPDK_TRY(ParseResult parsed, packages.ParseModel({{"model.onnx"}, {}, {}}));
//   OPDK_TRY(Model model, Model::Compile(packages, parsed.graph));
//   RunInput x{data, bytes, ge::DT_FLOAT, shape};
//   RunOutput y{result, result_bytes};
//   OPDK_TRY(model.Run({&x, 1}, {&y, 1}));
//
// What Graph Engine's own interface (ge/ge_api.h) hides can be asked for here: the ports, what became of each node, the
// caller's own output buffers.
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

// How an offline model is made.
struct OfflineOptions {
  // It brings along the libraries of the operator packages that don't come with opdk.
  bool embed_packages = false;
  // Where it is written to a file by `atc` or aclgrphSaveModel, its weights go into one of their own,
  // weight/weight_HASH beside it, which models with equal weights share. Only loading it from its file finds them
  // there.
  bool external_weights = false;
  // Of its graph, for whoever asks: "atc_cmdline".
  std::map<std::string, std::string> properties;
};

// The bytes of an offline model: the graph compiled for this processor, or the lesser one that OPDK_ISA names. Loading
// them takes neither the model's file nor its framework's plugin nor a compiler. E1006 and as Model::Compile.
Result<std::string> CompileOffline(const Packages& packages, const ge::Graph& graph, const CompileOptions& options = {},
                                   const OfflineOptions& offline = {});

// Any number of threads may run it at once: they share its kernels and packed weights, and each run has memory of its
// own. Keeps the packages that it needs.
class Variables;

class Model {
 public:
  // The graph is copied, but for the bytes of its constants, which are shared. E1001: no such engine or pass, or a pass
  // that can't be disabled; E1002: the dump directory can't be made; E2002 to E2009: the graph is refused, located at
  // the node; E2008: no engine runs a node; E4001: a kernel can't be compiled.
  static Result<Model> Compile(const Packages& packages, const ge::Graph& graph, const CompileOptions& options = {});
  // The same with variables (opdk/variables.h) that other models have as well. E2003: they have one with another type
  // or shape.
  static Result<Model> Compile(const Packages& packages, const ge::Graph& graph, const CompileOptions& options,
                               const Variables& variables);
  // An offline model (.om) from a file with what CompileOffline gave, `atc` wrote, whose weights stay where they lie in
  // it: nothing is compiled. `options`: engine and threads count, what says how to compile doesn't. E1002; E2001: none,
  // changed, or of another version of opdk or for another processor; E5009: others can write to the file; E5010, E5012:
  // a package that it needs is another one, or missing.
  static Result<Model> Load(const Packages& packages, const std::string& path, const CompileOptions& options = {});
  // The same from bytes, 64-byte aligned, which `owner` keeps.
  static Result<Model> Load(const Packages& packages, std::span<const std::byte> bytes,
                            std::shared_ptr<const void> owner, const CompileOptions& options = {});
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  const std::vector<PortSpec>& inputs() const;
  const std::vector<PortSpec>& outputs() const;
  // Whether some shape is known only at run time. A run of any other model allocates nothing.
  bool dynamic() const;
  const CompileReport& report() const;

  // Inputs and outputs in the model's order. E1003: an input is missing; E1004: dtype, rank, shape or size of an input
  // or of an output's buffer does not fit; E6001, E6002: a kernel failed. After an error the model can be run again.
  // An output without a buffer of the caller's lies in the model's memory until the next run. Where several threads run
  // the model, `read` is the place to look at it: called after a run that succeeded, before another may use that
  // memory.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs,
             const std::function<void()>& read = {}) const;
  // The same with tensors; the results own their bytes.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs) const;

  // Later runs write what their steps read and write below `options.directory`, as `opdk run --dump-tensors` does.
  // Before threads share the model. E1001: it has no such layer, with "did you mean"; E1002: the directory isn't there;
  // E1006: it can't be written to.
  Status DumpTensors(TensorDumpOptions options);
  // What overflowed since this was asked last, where DumpTensors was asked for overflows: a line for each step, with
  // its run, outputs and files. Thread-safe.
  std::vector<std::string> TakeOverflows();
  // Later runs add to op_statistic.csv and trace.json in a new directory PROF_<graph> below this one, which are whole
  // after each run. Before threads share the model. E1002: the directory isn't there; E1006: it can't be written to.
  Status Profile(const std::string& directory);

 private:
  struct Impl;
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
