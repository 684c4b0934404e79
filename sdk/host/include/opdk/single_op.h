// One operator called from C++, without a graph:
//
//   OPDK_TRY(SingleOp softmax, SingleOp::Create("SoftmaxV2", {{"x", desc}}, {{"axes", std::vector<int64_t>{-1}}}));
//   RunInput x{data, bytes, ge::DT_FLOAT, shape};
//   RunOutput y{result, result_bytes};
//   OPDK_TRY(softmax.Run({&x, 1}, {&y, 1}));
//
// A call with known shapes plans nothing, takes no lock and allocates nothing (except allocations inside an AI CPU
// kernel). The first call with other shapes prepares the operator for them. Whole models go through ge/ge_api.h.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "opdk/op_desc.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"
#include "opdk/tensor_dump_options.h"

namespace opdk {

// A port with its shape and data type.
struct SingleOpPort {
  std::string name;  // the prototype's name; entries of a dynamic port x are x0, x1, …
  ge::TensorDesc desc;
};

// Settings of a SingleOp.
struct SingleOpSettings {
  std::string engine = {};                          // "ai_core", "ai_cpu"; "": the cheapest that supports the operator
  int threads = 0;                                  // number in a call; 0: the process default
  std::map<std::string, int> dynamic_outputs = {};  // entries of each dynamic output port
  // Constant inputs by name, beside Create's inputs. Inference and kernels may read them, and Run doesn't take them.
  std::map<std::string, ge::Tensor> constants = {};
};

// An operator that is ready to run. Used by one thread at a time; several objects may be used at once. Keeps the
// packages and kernels that it needs.
class SingleOp {
 public:
  // Makes the operator for inputs of these dtypes and shapes, from the packages that ge::GEInitialize loaded. `inputs`:
  // the given inputs, in the order in which Run takes them; optional inputs may be left out. `attrs`: by name, of the
  // types that the prototype declares (Float also takes integers); missing attributes have their defaults. E1001: the
  // graph engine isn't initialized, there is no such engine, or an input is both given and a constant; E2002: no such
  // operator; E2005: no such port, or a required port is missing; E2009: no such attribute, a missing attribute, or one
  // of another type; E2003: the operator's own refusal; E2008: no engine runs it; E4001: its kernel can't be compiled.
  static Result<SingleOp> Create(std::string_view type, std::vector<SingleOpPort> inputs, AttrMap attrs = {},
                                 SingleOpSettings settings = {});
  ~SingleOp();
  SingleOp(SingleOp&&) noexcept;
  SingleOp& operator=(SingleOp&&) noexcept;

  // Makes the operator ready for these dtypes and shapes (data may be null), which is Run's first step. outputs() then
  // describes the results of a run with them. Create's errors.
  Status Prepare(std::span<const RunInput> inputs);
  // Runs the operator. Inputs stand in Create's order; their shapes, ranks and dtypes may differ from Create's if the
  // operator takes them. Outputs stand in the prototype's order. E1004: an output's buffer is too small; E6001, E6002:
  // the kernel failed; Create's errors when other shapes or dtypes are prepared. After an error the object can be used
  // again.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs);
  // Runs the operator with tensors; the results own their bytes. Errors as in the other Run.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs);

  // Makes later calls write the operator's inputs and outputs below `options.directory`, as Model::DumpTensors does.
  // Calls with the same shapes go to single_op/<call>, counted from 0 for these shapes; the next free number is used if
  // that directory is taken. Such calls allocate. E1001: there is no such layer; E1002: the directory doesn't exist;
  // E1006: it can't be written to.
  Status DumpTensors(TensorDumpOptions options);

  // Returns the outputs for the shapes that were used last. Extents are -1 where they depend on values.
  const std::vector<SingleOpPort>& outputs() const;
  const std::string& engine() const;  // "": the result is an input's bytes and no kernel runs
  const std::string& package() const;
  const std::string& kernel() const;       // "add_6f3a…", "onednn_matmul"
  const std::string& description() const;  // the engine's description of the kernel, one line

 private:
  struct Impl;
  explicit SingleOp(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
