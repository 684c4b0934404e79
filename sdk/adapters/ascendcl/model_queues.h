// Models that queues feed: for each element that comes into its input queues a model runs and puts its outputs into
// others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sdk/adapters/ascendcl/models.h"
#include "sdk/adapters/ascendcl/tdt_queues.h"

namespace opdk::acl {

struct ModelQueues {
  const uint32_t* inputs = nullptr;  // numbers of queues, one of each input
  size_t input_count = 0;
  const uint32_t* outputs = nullptr;
  size_t output_count = 0;
};

class QueueFeed {
 public:
  // Starts to run the model for each element of the queues. ACL_ERROR_INVALID_PARAM: the numbers of queues differ from
  // those of inputs and outputs, or only a run knows a shape. ACL_ERROR_INVALID_QUEUE_ID.
  static Outcome Start(const ModelQueues& queues, AclModel& model);
  // Stops after the current run, if any. Returns the first failure of all runs.
  Outcome Stop();

 private:
  using Queues = std::vector<std::shared_ptr<TdtQueue>>;
  using Elements = std::vector<std::shared_ptr<TdtBuffer>>;

  QueueFeed(AclModel& model, Queues from, Queues to) : model_(model), from_(std::move(from)), to_(std::move(to)) {}
  void Work(const std::stop_token& stop);
  bool Take(const std::stop_token& stop, Elements& inputs) const;
  Outcome Run(const Elements& inputs, Elements& outputs);

  AclModel& model_;
  const Queues from_, to_;
  std::vector<RunInput> run_inputs_;
  std::vector<RunOutput> run_outputs_;
  std::mutex mutex_;  // of what follows
  Outcome failure_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace opdk::acl
