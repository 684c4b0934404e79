#include "graph_core/debugging/dump_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/base/dump_place.h"
#include "graph_core/base/npy.h"
#include "graph_core/base/type_names.h"
#include "graph_core/debugging/tensor_stats.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

// Keys stand in the order in which they are put.
using Json = nlohmann::ordered_json;

constexpr std::string_view kIndex = "index.jsonl";

std::string NpyOf(const DumpedTensor& tensor, Json& entry) {
  const std::string_view data(reinterpret_cast<const char*>(tensor.data.data()), tensor.data.size());
  auto file = FormatNpy(tensor.dtype, tensor.shape, data);
  if (file.ok()) return *std::move(file);
  // A dtype without a NumPy type is stored as its bytes in memory.
  entry["stored"] = "uint8";
  const int64_t bytes = static_cast<int64_t>(data.size());
  return NpyFile("|u1", {&bytes, 1}, data);
}

void AddStats(const DumpedTensor& tensor, Json& entry) {
  const auto stats = StatsOf(tensor.dtype, tensor.data);
  if (!stats) return;
  if (stats->finite() > 0) {
    entry["min"] = stats->min;
    entry["max"] = stats->max;
    entry["mean"] = stats->mean;
  }
  entry["nan"] = stats->nans;
  entry["inf"] = stats->infinities;
}

Json Describe(const DumpedStep& step, const DumpedTensor& tensor) {
  Json entry;
  entry["node"] = step.name->node;
  entry["type"] = step.name->type;
  entry["engine"] = step.name->engine;
  entry["kernel"] = step.name->kernel;
  if (!step.iterations.empty()) entry["iterations"] = step.iterations;
  if (!step.fused.empty()) entry["fused"] = step.fused;
  entry["side"] = tensor.side;
  entry["index"] = tensor.index;
  entry["port"] = tensor.port->name;
  entry["dtype"] = DtypeName(tensor.dtype);
  entry["shape"] = tensor.shape;
  const ge::TensorDesc& desc = tensor.port->desc;
  if (desc.GetFormat() != ge::FORMAT_ND) entry["format"] = ge::TypeUtils::FormatToSerialString(desc.GetFormat());
  return entry;
}

Status NotWritten(const std::string& path, const std::string& why) {
  return Status(ErrorCode::kWriteFailed, fmt::format("the dump '{}' can't be written: {}", path, why))
      .Hint("dump to a directory with more room, or fewer layers and runs");
}

}  // namespace

DumpFiles::DumpFiles(std::string directory, bool with_data, DumpSink sink)
    : directory_(std::move(directory)), with_data_(with_data), sink_(std::move(sink)) {
  if (!sink_) static_cast<void>(OpenIndex());
}

Status DumpFiles::OpenIndex() {
  if (index_) return Status();
  const std::string path = fmt::format("{}/{}", directory_, kIndex);
  auto opened = OutputFile::Append(path);
  if (!opened.ok()) return NotWritten(path, opened.status().message());
  index_.emplace(*std::move(opened));
  return Status();
}

Status DumpFiles::Write(const DumpedStep& step, const DumpedTensor& tensor) {
  constexpr size_t kLongest = 96;  // bytes of a node's name, which leaves room for the rest of the file's name
  Json entry = Describe(step, tensor);
  const bool has_bytes = tensor.data.data() != nullptr;
  if (!has_bytes)
    entry["note"] = "no bytes to show: kernels keep it in a form of their own, or it is no tensor in memory";
  if (has_bytes) AddStats(tensor, entry);
  if (has_bytes && with_data_) {
    const std::string file =
        fmt::format("{:06}_{}_{}.{}{}.npy", step.number, FileNameOf(step.name->type),
                    FileNameOf(std::string_view(step.name->node).substr(0, kLongest)), tensor.side, tensor.index);
    const std::string path = fmt::format("{}/{}", directory_, file);
    const std::string bytes = NpyOf(tensor, entry);
    if (sink_) {
      OPDK_TRY(sink_(path, bytes, false));
    } else if (Status status = WriteFile(path, bytes, {.synced = false}); !status.ok()) {
      return NotWritten(path, status.message());
    }
    entry["file"] = file;
  }
  // Names come from model files and need not be UTF-8.
  const std::string line = entry.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  if (sink_) return sink_(fmt::format("{}/{}", directory_, kIndex), line, true);
  OPDK_TRY(OpenIndex());
  const Status written = index_->Write(line);
  return written.ok() ? Status() : NotWritten(fmt::format("{}/{}", directory_, kIndex), written.message());
}

}  // namespace opdk
