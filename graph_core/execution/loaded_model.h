// A model that is ready to run: tasks built, memory allocated, arguments filled.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/compilation/compiled_model.h"
#include "graph_core/execution/profile.h"
#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

struct ModelState;

// One executor for static and dynamic shapes. Used by one thread at a time.
class LoadedModel {
 public:
  explicit LoadedModel(std::unique_ptr<ModelState> state);
  ~LoadedModel();
  LoadedModel(LoadedModel&&) noexcept;
  LoadedModel& operator=(LoadedModel&&) noexcept;

  const std::vector<PortSpec>& inputs() const;
  const std::vector<PortSpec>& outputs() const;
  // Whether some shape is known only at run time. A static model allocates nothing in Run.
  bool dynamic() const;
  const CompiledModel& compiled() const;
  // Node, engine, package and kernel of every step, in order of execution.
  const std::vector<Profile::StepName>& steps() const;

  // Inputs and outputs in the model's order. Errors: E1003 an input is missing, E1004 dtype, rank, shape or size of
  // an input or an output buffer does not fit, E6001/E6002 a kernel failed, located "node X (Type), engine E, package
  // P". After an error the model can be run again.
  Status Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs, Profile* profile = nullptr);

  // The same with tensors; the outputs are new tensors that own their bytes.
  Result<std::vector<ge::Tensor>> Run(std::span<const ge::Tensor> inputs, Profile* profile = nullptr);

 private:
  std::unique_ptr<ModelState> state_;
};

}  // namespace opdk
