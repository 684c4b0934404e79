// Writes inputs and outputs of steps to files: always, or if an overflow or a failure occurs.
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

// Dump of one model in DIRECTORY/<graph>/<run>. If <graph> is taken, it gets the next free number. Made with the first
// file.
class TensorDump : public RunWatch {
 public:
  // Makes a dump. `sink`: takes all files; nothing is written, and the directory need not exist. E1002: the directory
  // isn't there. E1006: it can't be written to.
  static Result<std::shared_ptr<TensorDump>> Create(const Executable& model, TensorDumpOptions options,
                                                    DumpSink sink = {});
  // Makes a dump and dumps the model's runs from now on. The model isn't shared yet.
  static Result<std::shared_ptr<TensorDump>> Attach(Executable& model, TensorDumpOptions options, DumpSink sink = {});

  ~TensorDump() override;
  std::unique_ptr<RunObserver> Begin() override;

  const TensorDumpOptions& options() const { return options_; }
  const DumpSink& sink() const { return sink_; }
  // Returns the layers in the options that are neither a step of the model nor a node that was fused into a step.
  const std::vector<std::string>& unknown_layers() const { return unknown_layers_; }
  // Checks that all layers are known. E1001 for the first unknown layer, with "did you mean".
  Status CheckLayers() const;
  // Returns the names that options may use as layers: steps, and the nodes in them.
  const std::vector<std::string>& known_layers() const { return known_layers_; }
  // Returns the directory of the model's runs. "": nothing is written yet.
  std::string directory();
  // Returns the overflows since the last call, a line each.
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
  std::mutex mutex_;       // guards the members below
  std::string directory_;  // the model's directory, once it exists
  std::string sink_name_;  // the model's name among the models with a sink, once it has one
  std::vector<std::string> reports_;
};

}  // namespace opdk
