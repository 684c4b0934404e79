#include "graph_core/execution/next_element.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/execution/control_flow.h"
#include "graph_core/execution/step_values.h"
#include "opdk/data_channel.h"

namespace opdk {
namespace {

// Longest wait for an element. A program that has stopped sending must not block a run for ever.
constexpr std::chrono::seconds kPatience{60};

Status Check(const RunState& state, const RunStep& step, const std::string& channel,
             const std::vector<ge::Tensor>& element) {
  if (element.empty()) {
    return Status(ErrorCode::kInputMissing, fmt::format("a sequence of channel {} has ended", channel));
  }
  if (element.size() != step.outputs.size()) {
    return Status(ErrorCode::kInputMismatch, fmt::format("an element of channel {} has {} tensors, the graph takes {}",
                                                         channel, element.size(), step.outputs.size()));
  }
  for (size_t i = 0; i < element.size(); ++i) {
    const TensorSlot& slot = state.compiled().tensors[static_cast<size_t>(step.plan->outputs[i])];
    const std::vector<int64_t> dims = element[i].GetTensorDesc().GetShape().GetDims();
    const ge::DataType dtype = element[i].GetDataType();
    OPDK_TRY(const size_t bytes, TensorBytes(dtype, dims));
    if (dtype == slot.dtype && FitsDeclared(slot.shape, dims) && element[i].GetSize() >= bytes) continue;
    return Status(
        ErrorCode::kInputMismatch,
        fmt::format("tensor {} of an element of channel {} is {} with {} bytes, the graph takes {}", i, channel,
                    DescribeTensor(dtype, dims), element[i].GetSize(), DescribeTensor(slot.dtype, slot.shape)));
  }
  return Status();
}

}  // namespace

Status RunNext(RunState& state, RunStep& step, const ChannelTask& task) {
  std::shared_ptr<DataChannel> channel = step.control->channel.lock();
  if (channel == nullptr) step.control->channel = channel = DataChannel::Find(task.channel);
  if (channel == nullptr) {
    return Status(ErrorCode::kInputMissing, fmt::format("there is no channel {}", task.channel))
        .Hint("the program opens it with DataChannel::Open and holds it while the graph runs");
  }
  OPDK_TRY(std::vector<ge::Tensor> element, channel->Take(kPatience));
  OPDK_TRY(Check(state, step, task.channel, element));
  step.control->element = std::move(element);
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const ge::Tensor& tensor = step.control->element[i];
    OPDK_TRY(SetOutput(state, step, i, ConstantAddress(tensor), tensor.GetSize(),
                       tensor.GetTensorDesc().GetShape().GetDims()));
  }
  return Status();
}

}  // namespace opdk
