// What a session says of a compiled graph (Session::GetCompiledGraphSummary). Implemented by libopdk_graph_core.
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

// Sizes are in bytes. Those of memory are known where all shapes are: of a dynamic graph they fail.
class OPDK_API CompiledGraphSummary {
 public:
  ~CompiledGraphSummary();
  CompiledGraphSummary(const CompiledGraphSummary&) = delete;
  CompiledGraphSummary& operator=(const CompiledGraphSummary&) = delete;

  // Whether all shapes are known.
  bool IsStatic() const;
  Status GetConstMemorySize(size_t& size) const;
  // What one run computes on the way: its place can be changed between runs, so that nothing of it is fixed.
  Status GetFeatureMemorySize(size_t& size) const;
  Status GetFixedFeatureMemorySize(size_t& size) const;
  Status GetRefreshableFeatureMemorySize(size_t& size) const;
  // Empty for a dynamic graph.
  std::vector<FeatureMemoryPtr> GetAllFeatureMemoryTypeSize() const;
  // Whether UpdateGraphFeatureMemoryBase may be called.
  Status GetFeatureMemoryBaseRefreshable(bool& v) const;
  Status GetStreamNum(size_t& num) const;
  Status GetEventNum(size_t& num) const;
  // -1: an extent that each run finds.
  Status GetOutputShapes(std::vector<Shape>& shapes) const;
  Status GetOutputDtypes(std::vector<DataType>& dtypes) const;
  // Pairs (input, output) that lie in the same memory: none, as outputs never overlap inputs.
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
