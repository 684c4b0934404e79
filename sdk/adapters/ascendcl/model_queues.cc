#include "sdk/adapters/ascendcl/model_queues.h"

#include <fmt/format.h>

#include <new>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "opdk/log.h"
#include "sdk/adapters/ascendcl/prof.h"

namespace opdk::acl {
namespace {

Outcome FindQueues(const char* side, const uint32_t* ids, size_t count, const std::vector<ModelPort>& ports,
                   std::vector<std::shared_ptr<TdtQueue>>& queues) {
  if (count != ports.size()) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("the model has {} {}s, {} queues are given for them", ports.size(), side, count));
  }
  if (count > 0 && ids == nullptr) return IsNull("list of queues");
  for (size_t i = 0; i < count; ++i) {
    if (IsUnknown(ports[i].dims)) {
      return Fail(
          ACL_ERROR_INVALID_PARAM,
          fmt::format("the shape of {} {} ({}) isn't known before a run: elements of queues are bytes without one",
                      side, i, ports[i].name));
    }
    OPDK_ACL_TRY(FindQueue(ids[i], queues.emplace_back()));
  }
  return {};
}

}  // namespace

Outcome QueueFeed::Start(const ModelQueues& queues, AclModel& model) {
  Queues from, to;
  OPDK_ACL_TRY(FindQueues("input", queues.inputs, queues.input_count, model.inputs, from));
  OPDK_ACL_TRY(FindQueues("output", queues.outputs, queues.output_count, model.outputs, to));
  if (from.empty()) return Fail(ACL_ERROR_INVALID_PARAM, "a model without inputs isn't fed by queues");
  const std::shared_ptr<QueueFeed> feed(new QueueFeed(model, std::move(from), std::move(to)));
  feed->thread_ = std::jthread([own = feed.get()](const std::stop_token& stop) { own->Work(stop); });
  model.feed = feed;
  return {};
}

Outcome QueueFeed::Stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, Outcome());
}

bool QueueFeed::Take(const std::stop_token& stop, Elements& inputs) const {
  for (size_t i = 0; i < from_.size(); ++i) {
    const Outcome taken = from_[i]->Take(inputs[i], kWithoutEnd, stop);
    if (taken.ok()) continue;
    if (!stop.stop_requested()) Log(LogLevel::kWarning, "acl", "a model gets no more elements: %s", taken.text.c_str());
    return false;
  }
  return true;
}

void QueueFeed::Work(const std::stop_token& stop) {
  Elements inputs(from_.size()), outputs(to_.size());
  while (!stop.stop_requested() && Take(stop, inputs)) {
    Outcome outcome;
    try {
      outcome = Run(inputs, outputs);
    } catch (const std::bad_alloc&) {
      outcome = Fail(ACL_ERROR_BAD_ALLOC, "there is no memory for the outputs");
    }
    if (!outcome.ok()) {
      // Readers that count elements still get an element, of no bytes.
      Log(LogLevel::kError, "acl", "a model that queues feed: %s", outcome.text.c_str());
      for (auto& output : outputs) output = NewTdtBuffer(0);
      const std::lock_guard lock(mutex_);
      if (failure_.ok()) failure_ = std::move(outcome);
    }
    for (size_t i = 0; i < to_.size(); ++i) {
      outputs[i]->user_data = inputs[0]->user_data;
      static_cast<void>(to_[i]->Put(std::move(outputs[i]), kWithoutEnd, stop));
    }
  }
}

Outcome QueueFeed::Run(const Elements& inputs, Elements& outputs) {
  run_inputs_.resize(inputs.size());
  run_outputs_.resize(outputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ModelPort& port = model_.inputs[i];
    if (inputs[i]->length != port.bytes) {
      return Fail(ACL_ERROR_MODEL_INPUT_NOT_MATCH, fmt::format("input {} ({}) has {} bytes, the element {}", i,
                                                               port.name, port.bytes, inputs[i]->length));
    }
    run_inputs_[i] = {inputs[i]->memory.get(), port.bytes, port.dtype, port.dims};
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] = NewTdtBuffer(model_.outputs[i].bytes);
    run_outputs_[i] = {outputs[i]->memory.get(), outputs[i]->size};
  }
  const WatchedRun watched(model_.id);
  return FromStatus(model_.executable.Run(run_inputs_, run_outputs_, watched.observer()));
}

}  // namespace opdk::acl
