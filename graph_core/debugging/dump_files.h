// The files of one run's dump: DIRECTORY/<number>_<type>_<node>.<side><port>.npy, and index.jsonl that says of each
// what it is.
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

// What a tensor holds. Without bytes (no address) where it has none to show: constants that kernels keep in a form of
// their own, handles of resources.
struct DumpedTensor {
  const Port* port = nullptr;
  std::string_view side;  // "input", "output"
  size_t index = 0;
  ge::DataType dtype = ge::DT_FLOAT;
  std::span<const int64_t> shape;
  std::span<const std::byte> data;
};

// Whose tensors they are.
struct DumpedStep {
  int64_t number = 0;  // in the run, in order of execution
  const StepName* name = nullptr;
  std::span<const std::string> fused;   // nodes that became a part of it
  std::span<const int64_t> iterations;  // of the loops that it is in, the outermost first
};

// Takes what would become a file, or be added to its end: by its path. From several threads.
using DumpSink = std::function<Status(const std::string& path, std::string_view bytes, bool adds)>;

// Used by one thread at a time.
class DumpFiles {
 public:
  // `with_data`: files of the bytes; else statistics in the index alone. `sink`: nothing is written then.
  DumpFiles(std::string directory, bool with_data, DumpSink sink);

  const std::string& directory() const { return directory_; }
  // E1006.
  Status Write(const DumpedStep& step, const DumpedTensor& tensor);

 private:
  Status OpenIndex();

  std::string directory_;
  bool with_data_;
  DumpSink sink_;
  std::optional<OutputFile> index_;
};

}  // namespace opdk
