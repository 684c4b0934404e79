// A step of a program: the tensors that it reads and writes, and its task.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "graph_core/engines/packed_constant.h"
#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/resources.h"
#include "graph_core/ir/variables.h"

namespace opdk {

// Runs an engine's kernel.
struct KernelTask {
  int image = -1;  // index of the program's image; -1: the engine needs none
  // The kernel's shapes, or values that it is built from, are known only at run time. Before each run shapes are
  // inferred, and the kernel is prepared again if something changed.
  bool adapts = false;
  // Constants in the kernel's own forms. Known once the kernel was loaded; then they are not packed again.
  std::vector<PackedConstant> packed;
  std::vector<int> value_inputs;  // inputs that are not constant and whose values the kernel is built from
};

// Infers the shapes of outputs that share their input's bytes, and checks that they fit. A view whose shapes are known
// has no step.
struct ViewTask {};

// Runs the functions of the node's regions.
struct ControlTask {
  ControlKind kind = ControlKind::kNone;
  std::vector<int> functions;  // in the order of RegionName
  int frame = -1;  // block that holds the functions' arenas, which overlap because only one region runs at a time
};

// Reads or writes a variable. Nothing is copied if source and destination are the same memory.
struct VariableTask {
  VariableOp op = VariableOp::kNone;
};

// Takes the next element of a channel.
struct ChannelTask {
  std::string channel;
};

// Uses a tensor array or a stack.
struct ResourceTask {
  ResourceOp op = ResourceOp::kNone;
};

// An engine runs kernels. The executor itself runs the other tasks.
using StepTask = std::variant<KernelTask, ViewTask, ControlTask, VariableTask, ChannelTask, ResourceTask>;

struct Step {
  int node = -1;             // number of the node, see NumberedNodes
  std::vector<int> inputs;   // tensors; -1: absent optional input
  std::vector<int> outputs;  // tensors
  // In a section: the stream that runs the step, and the steps of other streams that must have ended before.
  int stream = 0;
  std::vector<int> waits;
  StepTask task;

  // Returns the task if it is a T, otherwise nullptr.
  template <typename T>
  T* As() {
    return std::get_if<T>(&task);
  }
  template <typename T>
  const T* As() const {
    return std::get_if<T>(&task);
  }
  // Returns whether shapes are inferred before each run.
  bool adapts() const {
    const auto* kernel = As<KernelTask>();
    return kernel == nullptr ? As<ViewTask>() != nullptr : kernel->adapts;
  }
  // Returns whether a kernel runs for which everything is known before the run.
  bool is_fixed_kernel() const { return As<KernelTask>() != nullptr && !adapts(); }
};

}  // namespace opdk
