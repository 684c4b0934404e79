// Facts about a compiled graph (Session::GetCompiledGraphSummary). Implemented by libopdk_graph_core.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ge/ge_feature_memory.h"
#include "graph/tensor.h"
#include "opdk/visibility.h"

namespace ge {

class SessionImpl;

// A compiled graph's summary. Sizes are in bytes. The functions that return sizes of memory fail for a dynamic graph.
class OPDK_API CompiledGraphSummary {
 public:
  ~CompiledGraphSummary();
  CompiledGraphSummary(const CompiledGraphSummary&) = delete;
  CompiledGraphSummary& operator=(const CompiledGraphSummary&) = delete;

  // Returns whether all shapes are known.
  bool IsStatic() const;
  Status GetConstMemorySize(size_t& size) const;
  // Reads the size of a run's intermediate results. Their place can change between runs, so no part of it is fixed.
  Status GetFeatureMemorySize(size_t& size) const;
  Status GetFixedFeatureMemorySize(size_t& size) const;
  Status GetRefreshableFeatureMemorySize(size_t& size) const;
  // Returns the kinds of memory; empty for a dynamic graph.
  std::vector<FeatureMemoryPtr> GetAllFeatureMemoryTypeSize() const;
  // Reads whether UpdateGraphFeatureMemoryBase may be called.
  Status GetFeatureMemoryBaseRefreshable(bool& v) const;
  Status GetStreamNum(size_t& num) const;
  Status GetEventNum(size_t& num) const;
  // Reads the outputs' shapes; -1: an extent that each run finds.
  Status GetOutputShapes(std::vector<Shape>& shapes) const;
  Status GetOutputDtypes(std::vector<DataType>& dtypes) const;
  // Reads pairs (input, output) in the same memory: always none, as outputs never overlap inputs.
  Status GetIOIndexesWithSameAddr(std::vector<std::pair<uint32_t, uint32_t>>& io_indexes) const;
  // Fails: graphs aren't split among devices.
  Status GetInputShardMethod(std::map<std::string, std::map<int32_t, std::vector<std::pair<int64_t, int64_t>>>>&
                                 device_id_to_tensor_deployment) const {
    device_id_to_tensor_deployment.clear();
    return NotSharded();
  }

 private:
  friend class SessionImpl;
  struct Data;
  explicit CompiledGraphSummary(Data data);
  Status NotSharded() const;

  std::unique_ptr<const Data> data_;
};

using CompiledGraphSummaryPtr = std::shared_ptr<CompiledGraphSummary>;

}  // namespace ge
