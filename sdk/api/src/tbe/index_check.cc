#include "tbe/index_check.h"

#include <fmt/format.h>

#include <utility>

#include "sdk/api/src/tbe/build.h"

namespace tbe {
namespace {

thread_local IndexRequirements* collecting = nullptr;

}  // namespace

IndexRequirements::IndexRequirements() : outer_(std::exchange(collecting, this)) {}
IndexRequirements::~IndexRequirements() { collecting = outer_; }

std::vector<IndexRequirement> IndexRequirements::Take() { return std::exchange(collected_, {}); }

void require_inside(const Tensor& indices, const char* input, const std::vector<int64_t>& extents,
                    NegativeIndex negative) {
  constexpr std::string_view kCall = "require_inside";
  RequirePresent(kCall, indices);
  const DataType dtype = indices.dtype();
  RequireDtype(kCall, indices, dtype == ge::DT_INT32 || dtype == ge::DT_INT64, "int32 or int64 indices");
  const bool by_axis = indices.rank() > 0 && static_cast<int64_t>(extents.size()) == indices.shape().back();
  if (extents.size() != 1 && !by_axis) {
    Fail(kCall, fmt::format("{} extents for indices {}", extents.size(), ShapeText(indices.shape())));
  }
  if (collecting != nullptr) collecting->collected_.push_back({indices, input, extents, negative});
}

}  // namespace tbe
