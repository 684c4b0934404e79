// The observer by which a dump sees one launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "graph_core/debugging/dump_files.h"
#include "graph_core/debugging/tensor_dump.h"
#include "graph_core/engines/engine.h"

namespace opdk {

class DumpingObserver : public RunObserver {
 public:
  // Makes the observer. The model outlives its runs, and so does its dump.
  explicit DumpingObserver(TensorDump& dump) : dump_(dump) {}

  Status BeginRun(const LoadedModel& model) override;
  Status BeforeStep(const RunState& state, const RunStep& step) override;
  Status AfterStep(const RunState& state, const RunStep& step) override;
  void StepFailed(const RunState& state, const RunStep& step, Status& status) override;
  void BeginRegion(const RunState& region, int64_t iteration) override;
  void EndRegion() override;

 private:
  using When = TensorDumpOptions::When;

  // A step that has begun.
  struct Open {
    int64_t number = 0;
    bool watched = false;
    // Bytes of each input before the step, if the step writes to the input's memory; else empty.
    std::vector<std::vector<std::byte>> kept;
  };

  bool IsWatched(const RunState& state, const RunStep& step) const;
  Status WriteInputs(const RunState& state, const RunStep& step, const Open& open);
  Status WriteOutputs(const RunState& state, const RunStep& step, const Open& open);
  Status Write(const RunState& state, const RunStep& step, const Open& open, DumpedTensor tensor);
  Status WriteOverflow(const RunState& state, const RunStep& step, const Open& open);

  TensorDump& dump_;
  const LoadedModel* model_ = nullptr;
  int64_t run_ = 0;
  bool runs_on_ = true;  // no step of the run has failed
  bool of_interest_ = false;
  int64_t steps_ = 0;  // steps that have begun
  std::vector<Open> open_;
  std::vector<int64_t> iterations_;   // of the regions that run
  std::unique_ptr<DumpFiles> files_;  // once there is something to write
};

}  // namespace opdk
