#include "op_proto/array/slice_plan.h"

#include <algorithm>
#include <limits>

namespace opdk {
namespace {

constexpr int64_t kUnknown = -1;

bool Bit(int64_t mask, size_t entry) { return entry < 63 && ((mask >> entry) & 1) != 0; }

// Lays the entries on the axes of x, one after another.
class Planner {
 public:
  Planner(const std::vector<int64_t>& x, const SliceRequest& request, std::string& why)
      : x_(x), request_(request), why_(why), seen_(x.size(), false) {
    for (const int64_t extent : x) plan_.axes.push_back({0, 1, extent});
  }

  std::optional<SlicePlan> Run() {
    const bool planned = request_.has_axes ? ByAxes() : InOrder();
    return planned ? std::optional(plan_) : std::nullopt;
  }

 private:
  bool Refuse(const std::string& why) {
    why_ = why;
    return false;
  }

  bool ByAxes() {
    if ((request_.ellipsis_mask | request_.new_axis_mask) != 0) {
      return Refuse("an ellipsis or a new axis beside axes says nothing");
    }
    const auto rank = static_cast<int64_t>(x_.size());
    std::vector<bool> dropped(x_.size(), false);
    for (size_t entry = 0; entry < request_.axes->size(); ++entry) {
      const int64_t given = (*request_.axes)[entry], axis = given < 0 ? given + rank : given;
      if (axis < 0 || axis >= rank) {
        return Refuse("axis " + std::to_string(given) + " is outside a rank of " + std::to_string(rank));
      }
      if (!Take(static_cast<size_t>(axis), entry)) return false;
      dropped[static_cast<size_t>(axis)] = Bit(request_.shrink_axis_mask, entry);
    }
    for (size_t axis = 0; axis < x_.size(); ++axis) {
      if (!dropped[axis]) plan_.places.push_back(static_cast<int>(axis));
    }
    return true;
  }

  bool InOrder() {
    size_t taken = 0;  // axes of x that have an entry of their own
    for (size_t entry = 0; entry < request_.entries; ++entry) {
      taken += Bit(request_.ellipsis_mask, entry) || Bit(request_.new_axis_mask, entry) ? 0 : 1;
    }
    if (taken > x_.size()) {
      return Refuse("begin has " + std::to_string(taken) + " entries, more than x has axes (" +
                    std::to_string(x_.size()) + ")");
    }
    size_t axis = 0;
    bool seen_ellipsis = false;
    for (size_t entry = 0; entry < request_.entries; ++entry) {
      if (Bit(request_.ellipsis_mask, entry)) {
        if (seen_ellipsis) return Refuse("ellipsis_mask has two bits");
        seen_ellipsis = true;
        for (size_t rest = x_.size() - taken; rest > 0; --rest) plan_.places.push_back(static_cast<int>(axis++));
      } else if (Bit(request_.new_axis_mask, entry)) {
        plan_.places.push_back(-1);
      } else {
        if (!Take(axis, entry)) return false;
        if (!Bit(request_.shrink_axis_mask, entry)) plan_.places.push_back(static_cast<int>(axis));
        ++axis;
      }
    }
    while (axis < x_.size()) plan_.places.push_back(static_cast<int>(axis++));
    return true;
  }

  bool Take(size_t axis, size_t entry) {
    if (seen_[axis]) return Refuse("axis " + std::to_string(axis) + " stands twice in axes");
    seen_[axis] = true;
    SlicePlan::Axis& taken = plan_.axes[axis];
    const int64_t extent = x_[axis];
    if (Bit(request_.shrink_axis_mask, entry)) return TakeOne(taken, axis, entry);
    const bool open_begin = Bit(request_.begin_mask, entry), open_end = Bit(request_.end_mask, entry);
    const bool known = request_.strides && (open_begin || request_.begin) && (open_end || request_.end);
    if (request_.strides && (*request_.strides)[entry] == 0) return Refuse("step 0 in axis " + std::to_string(axis));
    if (!known || extent < 0) {
      taken.size = kUnknown;
      return true;
    }
    const int64_t step = (*request_.strides)[entry];
    const int64_t low = step > 0 ? 0 : -1, high = step > 0 ? extent : extent - 1;
    // Negative numbers count from the end. Numbers far out of range must not overflow when the extent is added.
    const auto clamp = [&](int64_t index) {
      return std::clamp(index < 0 ? (index < -extent ? low : index + extent) : index, low, high);
    };
    const int64_t from = open_begin ? (step > 0 ? low : high) : clamp((*request_.begin)[entry]);
    const int64_t to = open_end ? (step > 0 ? high : low) : clamp((*request_.end)[entry]);
    const int64_t span = step > 0 ? to - from : from - to;
    const int64_t least = std::numeric_limits<int64_t>::min();
    const int64_t stride = step > 0 ? step : step == least ? std::numeric_limits<int64_t>::max() : -step;
    taken.size = span <= 0 ? 0 : (span - 1) / stride + 1;
    taken.start = taken.size == 0 ? 0 : from;
    taken.step = taken.size > 1 ? step : 1;
    return true;
  }

  bool TakeOne(SlicePlan::Axis& taken, size_t axis, size_t entry) {
    taken.size = 1;
    if (!request_.begin || x_[axis] < 0) return true;
    const int64_t given = (*request_.begin)[entry];
    taken.start = given < 0 ? given + x_[axis] : given;
    if (taken.start >= 0 && taken.start < x_[axis]) return true;
    return Refuse("index " + std::to_string(given) + " is outside axis " + std::to_string(axis) + " of extent " +
                  std::to_string(x_[axis]));
  }

  const std::vector<int64_t>& x_;
  const SliceRequest& request_;
  std::string& why_;
  std::vector<bool> seen_;
  SlicePlan plan_;
};

}  // namespace

std::vector<int64_t> SlicePlan::Shape() const {
  std::vector<int64_t> shape;
  for (const int place : places) shape.push_back(place < 0 ? 1 : axes[static_cast<size_t>(place)].size);
  return shape;
}

std::optional<SlicePlan> PlanSlice(const std::vector<int64_t>& x, const SliceRequest& request, std::string& why) {
  const auto counted = [&](const std::optional<std::vector<int64_t>>& entries) {
    return !entries || entries->size() == request.entries;
  };
  if (!counted(request.begin) || !counted(request.end) || !counted(request.strides) || !counted(request.axes)) {
    why = "begin, end, axes and strides differ in length";
    return std::nullopt;
  }
  if (request.has_axes && !request.axes) {
    // No axis may stand twice.
    if (request.entries > x.size()) {
      why = "begin has " + std::to_string(request.entries) + " entries, more than x has axes (" +
            std::to_string(x.size()) + ")";
      return std::nullopt;
    }
    SlicePlan open;
    open.axes.assign(x.size(), {0, 1, kUnknown});
    for (size_t i = 0; i < x.size(); ++i) {
      if (i >= request.entries || !Bit(request.shrink_axis_mask, i)) open.places.push_back(static_cast<int>(i));
    }
    return open;
  }
  return Planner(x, request, why).Run();
}

}  // namespace opdk
