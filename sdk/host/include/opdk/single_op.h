// One operator called from C++, without a graph:
//
//   OPDK_TRY(SingleOp softmax, SingleOp::Create("SoftmaxV2", {{"x", desc}}, {{"axes", std::vector<int64_t>{-1}}}));
//   RunInput x{data, bytes, ge::DT_FLOAT, shape};
//   RunOutput y{result, result_bytes};
//   OPDK_TRY(softmax.Run({&x, 1}, {&y, 1}));
//
// A call with shapes that were seen before does no planning, allocates nothing (but for what an AI CPU kernel allocates
// itself) and takes no lock; other shapes are prepared by the first call that brings them. Whole models go through
// ge/ge_api.h.
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

struct SingleOpPort {
  std::string name;  // as the prototype declares it; entries of a dynamic port x are x0, x1, …
  ge::TensorDesc desc;
};

struct SingleOpSettings {
  std::string engine = {};                          // "ai_core", "ai_cpu"; "": the cheapest that supports the operator
  int threads = 0;                                  // of a call; 0: the process default
  std::map<std::string, int> dynamic_outputs = {};  // entries of each dynamic output port
  // Inputs beside those that Create is given whose values never change, by name: inference and kernels may ask for
  // them, and Run doesn't take them.
  std::map<std::string, ge::Tensor> constants = {};
};

// Used by one thread at a time; several objects may be used at once. Keeps what it needs alive.
class SingleOp {
 public:
  // The operator for inputs of these dtypes and shapes, looked up in the packages that ge::GEInitialize loaded.
  // `inputs`: those that are given, in the order in which Run takes them; an optional one may be left out. `attrs`: by
  // name, of the types that the prototype declares (integers do for Float); the others have their defaults.
  // E1001: the graph engine isn't initialized, no such engine, or an input is given and a constant; E2002: no such
  // operator; E2005: no such port, or a required one is missing; E2009: no such attribute, a missing one, or one of
  // another type; E2003: the operator's own refusal; E2008: no engine runs it; E4001: its kernel can't be compiled.
  static Result<SingleOp> Create(std::string_view type, std::vector<SingleOpPort> inputs, AttrMap attrs = {},
                                 SingleOpSettings settings = {});
  ~SingleOp();
  SingleOp(SingleOp&&) noexcept;
  SingleOp& operator=(SingleOp&&) noexcept;

  // What Run does first: makes the operator ready for these dtypes and shapes (data may be null), so that outputs()
  // describes what a run with them gives. Create's errors.
  Status Prepare(std::span<const RunInput> inputs);
  // Inputs in Create's order, of any shape the operator takes and of Create's dtypes and ranks or others; outputs in
  // the prototype's order. E1004: an output's buffer is too small; E6001, E6002: the kernel failed; and Create's errors
  // when other shapes or dtypes are prepared. After an error the object can be used again.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs);
  // The same with tensors; the results own their bytes.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs);

  // Later calls write what the operator reads and writes below `options.directory`, as Model::DumpTensors does: those
  // with the same shapes to single_op/<call>, counted from 0 on for them, with the next free number where that
  // directory is taken. Such calls allocate. E1001: it has no such layer; E1002: the directory isn't there; E1006: it
  // can't be written to.
  Status DumpTensors(TensorDumpOptions options);

  // Of the shapes that were used last. Dimensions are -1 where they depend on values.
  const std::vector<SingleOpPort>& outputs() const;
  const std::string& engine() const;  // "" where the result is an input's bytes and nothing runs
  const std::string& package() const;
  const std::string& kernel() const;       // "add_6f3a…", "onednn_matmul"
  const std::string& description() const;  // one line of the engine about it

 private:
  struct Impl;
  explicit SingleOp(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace opdk
