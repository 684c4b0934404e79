// Writes what steps read and write to files: always, or where an overflow or a failure comes from.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "graph_core/debugging/dump_files.h"
#include "graph_core/execution/executable.h"
#include "opdk/status.h"
#include "opdk/tensor_dump_options.h"

namespace opdk {

// Of one model: DIRECTORY/<graph>/<run>, with the next free number where <graph> is taken. Made with the first file.
class TensorDump : public RunWatch {
 public:
  // E1002: the directory isn't there; E1006: it can't be written to. `sink`: takes all of it; nothing is written, and
  // the directory need not be there.
  static Result<std::shared_ptr<TensorDump>> Create(const Executable& model, TensorDumpOptions options,
                                                    DumpSink sink = {});
  // From now on the model's runs are dumped. The model isn't shared yet.
  static Result<std::shared_ptr<TensorDump>> Attach(Executable& model, TensorDumpOptions options, DumpSink sink = {});

  ~TensorDump() override;
  std::unique_ptr<RunObserver> Begin() override;

  const TensorDumpOptions& options() const { return options_; }
  const DumpSink& sink() const { return sink_; }
  // Layers of the options that are neither a step of the model nor a node that was fused into one.
  const std::vector<std::string>& unknown_layers() const { return unknown_layers_; }
  // E1001 for the first of them, with "did you mean".
  Status CheckLayers() const;
  // Steps and the nodes in them: what there is to name.
  const std::vector<std::string>& known_layers() const { return known_layers_; }
  // Of the model's runs; "": nothing is written yet.
  std::string directory();
  // What overflowed since this was asked last, a line each.
  std::vector<std::string> TakeReports();

 private:
  friend class DumpingObserver;
  TensorDump(TensorDumpOptions options, DumpSink sink) : options_(std::move(options)), sink_(std::move(sink)) {}
  Status Describe(const Executable& model);
  // Makes the directory of a run.
  Result<std::string> DirectoryOf(int64_t run);

  TensorDumpOptions options_;
  DumpSink sink_;
  std::string graph_;
  std::vector<bool> wanted_;                     // by number of the step
  std::vector<std::vector<std::string>> fused_;  // by number of the step
  std::vector<std::string> unknown_layers_;
  std::vector<std::string> known_layers_;
  std::atomic<int64_t> runs_ = 0;
  std::mutex mutex_;       // of what follows
  std::string directory_;  // of the model, once there is one
  std::string sink_name_;  // of the model among those whose tensors go to a sink, once there is one
  std::vector<std::string> reports_;
};

}  // namespace opdk
