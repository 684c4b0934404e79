// A step's task as a program file has it: the fields of all kinds of tasks, of which those of one are set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph_core/program/step.h"

namespace opdk {

struct TaskRecord {
  int image = -1;
  bool has_task = false;  // a kernel runs
  bool adapts = false;
  std::vector<PackedConstant> packed;
  std::vector<int> value_inputs;
  ControlKind control = ControlKind::kNone;
  std::vector<int> functions;
  int frame = -1;
  VariableOp variable = VariableOp::kNone;
  std::string channel;
  ResourceOp resource = ResourceOp::kNone;

  bool operator==(const TaskRecord&) const = default;
};

TaskRecord RecordOf(const StepTask& task);
// Returns the only task whose fields are set. nullopt: the record names no task, or sets fields of several.
std::optional<StepTask> TaskOf(const TaskRecord& record);

}  // namespace opdk
