#include "graph_core/execution/run_observer.h"

#include <algorithm>
#include <utility>

namespace opdk {

Status RunObserver::BeginRun(const LoadedModel&) { return Status(); }
Status RunObserver::BeforeStep(const RunState&, const RunStep&) { return Status(); }
Status RunObserver::AfterStep(const RunState&, const RunStep&) { return Status(); }
void RunObserver::StepFailed(const RunState&, const RunStep&, Status&) {}
void RunObserver::BeginRegion(const RunState&, int64_t) {}
void RunObserver::EndRegion() {}
Status RunObserver::EndRun(const std::vector<StepName>&) { return Status(); }

namespace {

class Several : public RunObserver {
 public:
  explicit Several(std::vector<RunObserver*> observers) : observers_(std::move(observers)) {}

  bool allows_streams() const override {
    return std::all_of(observers_.begin(), observers_.end(),
                       [](const RunObserver* observer) { return observer->allows_streams(); });
  }
  Status BeginRun(const LoadedModel& model) override {
    return OfEach([&](RunObserver& observer) { return observer.BeginRun(model); });
  }
  Status BeforeStep(const RunState& state, const RunStep& step) override {
    return OfEach([&](RunObserver& observer) { return observer.BeforeStep(state, step); });
  }
  Status AfterStep(const RunState& state, const RunStep& step) override {
    return OfEach([&](RunObserver& observer) { return observer.AfterStep(state, step); });
  }
  void StepFailed(const RunState& state, const RunStep& step, Status& status) override {
    for (RunObserver* observer : observers_) observer->StepFailed(state, step, status);
  }
  void BeginRegion(const RunState& region, int64_t iteration) override {
    for (RunObserver* observer : observers_) observer->BeginRegion(region, iteration);
  }
  void EndRegion() override {
    for (RunObserver* observer : observers_) observer->EndRegion();
  }
  Status EndRun(const std::vector<StepName>& steps) override {
    return OfEach([&](RunObserver& observer) { return observer.EndRun(steps); });
  }

 private:
  // Calls all observers, so that each sees whole steps, and returns the first error.
  template <typename Tell>
  Status OfEach(const Tell& tell) {
    Status first;
    for (RunObserver* observer : observers_) {
      Status status = tell(*observer);
      if (first.ok()) first = std::move(status);
    }
    return first;
  }

  std::vector<RunObserver*> observers_;
};

}  // namespace

std::unique_ptr<RunObserver> Together(std::vector<RunObserver*> observers) {
  return std::make_unique<Several>(std::move(observers));
}

}  // namespace opdk
