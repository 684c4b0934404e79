#include "graph_core/engines/ai_core/background_primitives.h"

#include <utility>

#include "graph_core/engines/engine.h"
#include "graph_core/package/placed_node.h"
#include "opdk/parallel.h"

namespace opdk {

BackgroundPrimitives::Job BackgroundJob(const Node& node, SharedPlan plan, const NodeOptions& options) {
  BackgroundPrimitives::Job job;
  if (plan->steps.size() != 1) return job;
  const StepSpec& spec = plan->steps[0];
  if (!spec.is_cube() || spec.cube_inputs.size() < 2) return job;
  job.constants.resize(plan->values.size());
  for (size_t i = 0; i < node.inputs().size(); ++i) {
    const Node* from = node.inputs()[i].node;
    const ge::Tensor* value = from == nullptr ? nullptr : from->ConstValue();
    if (value == nullptr) continue;
    job.kept.push_back(*value);
    job.constants[i] = ConstantAddress(*value);
  }
  if (job.constants[static_cast<size_t>(spec.cube_inputs[1])] == nullptr) return job;
  // The memory plan decides later; mostly it permits the addition in place.
  const auto* in_place = node.op().GetAttr<std::vector<int64_t>>(kInPlaceAttr);
  job.plan = std::move(plan);
  job.options = options;
  job.options.adds_in_place = in_place != nullptr && !in_place->empty() && in_place->front() >= 0;
  job.alone = node.placement().beside_others;
  job.node = &node;
  return job;
}

void BackgroundPrimitives::Wait() {
  if (thread_.joinable()) thread_.join();
}

void BackgroundPrimitives::Drop() {
  Wait();
  made_.clear();
}

void BackgroundPrimitives::Start(std::vector<Job> jobs, AiCoreStores& stores) {
  Drop();
  if (jobs.empty()) return;
  // oneDNN decides how many threads a primitive runs on when it is made.
  thread_ = std::thread([this, jobs = std::move(jobs), &stores, threads = ThreadCount()] {
    for (const Job& job : jobs) {
      const ThreadScope scope(job.alone ? 1 : threads);
      // A measurement beside a compiler says nothing; an error is reported when the step is made again.
      auto step = MakeStep(job.plan->steps[0], job.options, {job.constants}, stores, Measuring::kLater);
      if (step.ok() && *step != nullptr) made_[job.node] = {*std::move(step), job.plan, job.options};
    }
  });
}

BackgroundPrimitives::Made BackgroundPrimitives::Take(const Node& node, const SharedPlan& plan) {
  Wait();
  const auto made = made_.find(&node);
  if (made == made_.end() || made->second.plan != plan) return {};
  return std::move(made_.extract(made).mapped());
}

}  // namespace opdk
