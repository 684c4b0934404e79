// The files of one run's dump: DIRECTORY/<number>_<type>_<node>.<side><port>.npy, and index.jsonl, which describes
// them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/execution/run_observer.h"
#include "graph_core/ir/graph.h"
#include "opdk/output_file.h"
#include "opdk/status.h"

namespace opdk {

// A tensor of a dump. Without bytes (no address) if it has none to show: a constant that its kernels keep in forms of
// their own, or a handle of a resource.
struct DumpedTensor {
  const Port* port = nullptr;
  std::string_view side;  // "input", "output"
  size_t index = 0;
  ge::DataType dtype = ge::DT_FLOAT;
  std::span<const int64_t> shape;
  std::span<const std::byte> data;
};

// The step that the tensors belong to.
struct DumpedStep {
  int64_t number = 0;  // in the run, in order of execution
  const StepName* name = nullptr;
  std::span<const std::string> fused;   // nodes that were fused into it
  std::span<const int64_t> iterations;  // iterations of its loops, the outermost first
};

// Takes the bytes of a file instead of the disk. `adds`: they are appended. Several threads may call it.
using DumpSink = std::function<Status(const std::string& path, std::string_view bytes, bool adds)>;

// Used by one thread at a time.
class DumpFiles {
 public:
  // Makes a dump. `with_data`: writes files of the bytes, otherwise only statistics in the index. `sink`: takes the
  // files, and nothing is written.
  DumpFiles(std::string directory, bool with_data, DumpSink sink);

  const std::string& directory() const { return directory_; }
  // Writes a tensor and its line in the index. E1006.
  Status Write(const DumpedStep& step, const DumpedTensor& tensor);

 private:
  Status OpenIndex();

  std::string directory_;
  bool with_data_;
  DumpSink sink_;
  std::optional<OutputFile> index_;
};

}  // namespace opdk
