#include "graph_core/program/task_record.h"

#include <gtest/gtest.h>

#include <functional>
#include <string_view>

namespace opdk {
namespace {

// A field of the record, and the number of the task that has it (StepTask::index).
struct Field {
  const char* name;
  size_t task;
  std::function<void(TaskRecord&)> set;
};

const std::vector<Field>& Fields() {
  static const std::vector<Field> fields = {
      {"image", 0, [](TaskRecord& record) { record.image = 0; }},
      {"has_task", 0, [](TaskRecord& record) { record.has_task = true; }},
      {"packed", 0, [](TaskRecord& record) { record.packed.emplace_back(); }},
      {"value_inputs", 0, [](TaskRecord& record) { record.value_inputs = {0}; }},
      {"adapts", 1, [](TaskRecord& record) { record.adapts = true; }},  // and a kernel's
      {"control", 2, [](TaskRecord& record) { record.control = ControlKind::kIf; }},
      {"functions", 2,
       [](TaskRecord& record) {
         record.functions = {1, 2};
       }},
      {"frame", 2, [](TaskRecord& record) { record.frame = 0; }},
      {"variable", 3, [](TaskRecord& record) { record.variable = VariableOp::kWrite; }},
      {"channel", 4, [](TaskRecord& record) { record.channel = "images"; }},
      {"resource", 5, [](TaskRecord& record) { record.resource = ResourceOp::kPop; }}};
  return fields;
}

std::vector<StepTask> Tasks() {
  return {KernelTask{3, false, {PackedConstant{0, 1, "blocked", 64, nullptr}}, {0, 2}},
          KernelTask{-1, true, {}, {}},
          ViewTask(),
          ControlTask{ControlKind::kWhile, {1, 2}, 0},
          VariableTask{VariableOp::kRead},
          ChannelTask{"images"},
          ResourceTask{ResourceOp::kPush}};
}

TEST(TaskRecord, GivesEachTaskBack) {
  for (const StepTask& task : Tasks()) {
    const TaskRecord record = RecordOf(task);
    const auto read = TaskOf(record);
    ASSERT_TRUE(read.has_value()) << task.index();
    EXPECT_EQ(read->index(), task.index());
    EXPECT_EQ(RecordOf(*read), record) << task.index();
  }
}

TEST(TaskRecord, WithAFieldOfAnotherTaskIsNoTask) {
  for (const StepTask& task : Tasks()) {
    for (const Field& field : Fields()) {
      // A view that has a kernel, too, is a kernel that adapts.
      const std::string_view name = field.name;
      const bool adapts = task.index() <= 1 && (name == "has_task" || name == "adapts");
      if (field.task == task.index() || adapts) continue;
      TaskRecord record = RecordOf(task);
      field.set(record);
      EXPECT_FALSE(TaskOf(record).has_value()) << "task " << task.index() << " with " << field.name;
    }
  }
}

TEST(TaskRecord, WithoutATaskIsNoTask) {
  EXPECT_FALSE(TaskOf(TaskRecord()).has_value());
  EXPECT_FALSE(TaskOf(RecordOf(ChannelTask())).has_value());
  EXPECT_FALSE(TaskOf(RecordOf(ControlTask())).has_value());
  EXPECT_FALSE(TaskOf(RecordOf(VariableTask())).has_value());
  EXPECT_FALSE(TaskOf(RecordOf(ResourceTask())).has_value());
}

}  // namespace
}  // namespace opdk
