#include "graph_core/program/task_record.h"

namespace opdk {
namespace {

void Put(const KernelTask& task, TaskRecord& record) {
  record.image = task.image;
  record.has_task = true;
  record.adapts = task.adapts;
  record.packed = task.packed;
  record.value_inputs = task.value_inputs;
}

void Put(const ViewTask&, TaskRecord& record) { record.adapts = true; }

void Put(const ControlTask& task, TaskRecord& record) {
  record.control = task.kind;
  record.functions = task.functions;
  record.frame = task.frame;
}

void Put(const VariableTask& task, TaskRecord& record) { record.variable = task.op; }

void Put(const ChannelTask& task, TaskRecord& record) { record.channel = task.channel; }

void Put(const ResourceTask& task, TaskRecord& record) { record.resource = task.op; }

// Returns the first task that the record names.
StepTask FirstOf(const TaskRecord& record) {
  if (record.has_task) return KernelTask{record.image, record.adapts, record.packed, record.value_inputs};
  if (record.control != ControlKind::kNone) return ControlTask{record.control, record.functions, record.frame};
  if (record.variable != VariableOp::kNone) return VariableTask{record.variable};
  if (!record.channel.empty()) return ChannelTask{record.channel};
  if (record.resource != ResourceOp::kNone) return ResourceTask{record.resource};
  return ViewTask();
}

}  // namespace

TaskRecord RecordOf(const StepTask& task) {
  TaskRecord record;
  std::visit([&](const auto& kind) { Put(kind, record); }, task);
  return record;
}

std::optional<StepTask> TaskOf(const TaskRecord& record) {
  StepTask task = FirstOf(record);
  if (RecordOf(task) != record) return std::nullopt;
  return task;
}

}  // namespace opdk
