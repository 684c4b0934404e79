#include "graph_core/host/ge_summary.h"

#include <utility>

#include "graph_core/host/ge_process.h"

namespace ge {

opdk::Status SizeUnknown() {
  return opdk::Status(opdk::ErrorCode::kUsage, "the graph is dynamic: each run finds how much memory it needs")
      .Hint("BuildGraph with the shapes of the inputs makes a graph whose sizes are known");
}

namespace {

opdk::Status IsKnown(bool is_static) { return is_static ? opdk::Status() : SizeUnknown(); }

}  // namespace

CompiledGraphSummary::CompiledGraphSummary(Data data) : data_(std::make_unique<const Data>(std::move(data))) {}
CompiledGraphSummary::~CompiledGraphSummary() = default;

bool CompiledGraphSummary::IsStatic() const { return data_->is_static; }

Status CompiledGraphSummary::GetConstMemorySize(size_t& size) const {
  size = data_->constants;
  return Call("GetConstMemorySize", [&] { return IsKnown(data_->is_static); });
}

Status CompiledGraphSummary::GetFeatureMemorySize(size_t& size) const {
  size = data_->features;
  return Call("GetFeatureMemorySize", [&] { return IsKnown(data_->is_static); });
}

Status CompiledGraphSummary::GetFixedFeatureMemorySize(size_t& size) const {
  size = 0;
  return Call("GetFixedFeatureMemorySize", [&] { return IsKnown(data_->is_static); });
}

Status CompiledGraphSummary::GetRefreshableFeatureMemorySize(size_t& size) const { return GetFeatureMemorySize(size); }

std::vector<FeatureMemoryPtr> CompiledGraphSummary::GetAllFeatureMemoryTypeSize() const {
  if (!data_->is_static) return {};
  return {FeatureMemoryPtr(new FeatureMemory(MEMORY_TYPE_DEFAULT, data_->features, false))};
}

Status CompiledGraphSummary::GetFeatureMemoryBaseRefreshable(bool& v) const {
  v = data_->is_static;
  return SUCCESS;
}

Status CompiledGraphSummary::GetStreamNum(size_t& num) const {
  num = data_->streams;
  return SUCCESS;
}

Status CompiledGraphSummary::GetEventNum(size_t& num) const {
  num = data_->events;
  return SUCCESS;
}

Status CompiledGraphSummary::GetOutputShapes(std::vector<Shape>& shapes) const {
  shapes = data_->shapes;
  return SUCCESS;
}

Status CompiledGraphSummary::GetOutputDtypes(std::vector<DataType>& dtypes) const {
  dtypes = data_->dtypes;
  return SUCCESS;
}

Status CompiledGraphSummary::GetIOIndexesWithSameAddr(std::vector<std::pair<uint32_t, uint32_t>>& io_indexes) const {
  io_indexes.clear();
  return SUCCESS;
}

Status CompiledGraphSummary::NotSharded() const {
  return Call("GetInputShardMethod", [] {
    return opdk::Status(opdk::ErrorCode::kUsage, "the graph isn't split among devices").Hint("it runs in this process");
  });
}

}  // namespace ge
