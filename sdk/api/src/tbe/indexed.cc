// The functions of tbe/array.h and tbe/compute.h that say where each element comes from.
#include <fmt/format.h>

#include <algorithm>

#include "sdk/api/src/tbe/build.h"
#include "sdk/api/src/tbe/computed.h"
#include "tbe/array.h"

namespace tbe {
namespace {

bool IsEmpty(const Dims& shape) { return std::count(shape.begin(), shape.end(), 0) > 0; }

void RequireIndices(std::string_view call, const Tensor& indices) {
  RequirePresent(call, indices);
  const DataType dtype = indices.dtype();
  RequireDtype(call, indices, dtype == ge::DT_INT32 || dtype == ge::DT_INT64, "int32 or int64 indices");
}

int64_t CheckBatchDims(std::string_view call, const Tensor& params, const Tensor& indices, int64_t batch_dims) {
  if (batch_dims < 0) batch_dims += indices.rank();
  const int64_t limit = std::min(params.rank(), indices.rank());
  if (batch_dims < 0 || batch_dims > limit) {
    Fail(call, fmt::format("batch_dims {} is not among 0 to {}", batch_dims, limit));
  }
  if (!std::equal(params.shape().begin(), params.shape().begin() + batch_dims, indices.shape().begin())) {
    Fail(call, fmt::format("the first {} axes of params {} and indices {} differ", batch_dims,
                           ShapeText(params.shape()), ShapeText(indices.shape())));
  }
  return batch_dims;
}

// Returns the index that `indices` holds at `place`, for `axis` of `params`.
Expr IndexAt(const Tensor& indices, const std::vector<Expr>& place, const Tensor& params, int64_t axis) {
  const Expr index = cast(at(indices, place), ge::DT_INT64);
  return select(index < 0, index + extent(params, axis), index);
}

Tensor OneElement(std::string_view call, const Tensor& like, std::string_view name, const Operand& value) {
  const Tensor number =
      value.is_number() ? MakeNumber(call, Kind::kConst, value.number(), like.dtype()) : value.tensor();
  RequirePresent(call, number);
  if (number.dtype() != like.dtype() || NumElements(call, number.shape()) != 1) {
    Fail(call, fmt::format("{} is {}, not one {}", name, Describe(number), DtypeName(like.dtype())));
  }
  return reshape(number, {});
}

Tensor GatherBatch(const Tensor& params, const Tensor& indices, int64_t axis, int64_t batch_dims) {
  const Dims& from = params.shape();
  Dims shape(from.begin(), from.begin() + axis);
  shape.insert(shape.end(), indices.shape().begin() + batch_dims, indices.shape().end());
  shape.insert(shape.end(), from.begin() + axis + 1, from.end());
  if (from[axis] == 0 && !IsEmpty(shape)) {
    Fail("gather", fmt::format("axis {} of {} has nothing to gather", axis, Describe(params)));
  }
  const int64_t own = indices.rank() - batch_dims;  // axes of the indices in the result
  return ComputeAs("gather", shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> place(i.begin(), i.begin() + batch_dims);
    place.insert(place.end(), i.begin() + axis, i.begin() + axis + own);
    std::vector<Expr> source(i.begin(), i.begin() + axis);
    source.push_back(IndexAt(indices, place, params, axis));
    source.insert(source.end(), i.begin() + axis + own, i.end());
    return at(params, source);
  });
}

}  // namespace

Tensor gather(const Tensor& params, const Tensor& indices, int64_t axis, int64_t batch_dims) {
  RequirePresent("gather", params);
  RequireIndices("gather", indices);
  axis = NormalizeAxis("gather", axis, params.rank());
  batch_dims = CheckBatchDims("gather", params, indices, batch_dims);
  if (axis < batch_dims) Fail("gather", fmt::format("axis {} is among the {} batch_dims", axis, batch_dims));
  if (batch_dims > 0) return GatherBatch(params, indices, axis, batch_dims);
  const Dims& from = params.shape();
  Dims shape(from.begin(), from.begin() + axis);
  shape.insert(shape.end(), indices.shape().begin(), indices.shape().end());
  shape.insert(shape.end(), from.begin() + axis + 1, from.end());
  if (from[axis] == 0 && !IsEmpty(shape)) {
    Fail("gather", fmt::format("axis {} of {} has nothing to gather", axis, Describe(params)));
  }
  TensorNode node = Node(Kind::kGather, params.dtype(), std::move(shape), {params, indices});
  node.axes = {axis};
  return Make("gather", std::move(node));
}

Tensor gather_nd(const Tensor& params, const Tensor& indices, int64_t batch_dims) {
  constexpr std::string_view kCall = "gather_nd";
  RequirePresent(kCall, params);
  RequireIndices(kCall, indices);
  if (indices.rank() == 0) Fail(kCall, "the indices are a scalar; their last axis is one index");
  batch_dims = CheckBatchDims(kCall, params, indices, batch_dims);
  const int64_t count = indices.shape().back();
  if (batch_dims == indices.rank() || batch_dims + count > params.rank()) {
    Fail(kCall, fmt::format("indices {} behind {} batch_dims don't fit the rank of params {}",
                            ShapeText(indices.shape()), batch_dims, Describe(params)));
  }
  const Dims& from = params.shape();
  Dims shape(indices.shape().begin(), indices.shape().end() - 1);
  const auto places = static_cast<std::ptrdiff_t>(shape.size());
  shape.insert(shape.end(), from.begin() + batch_dims + count, from.end());
  if (IsEmpty(from) && !IsEmpty(shape)) Fail(kCall, fmt::format("params {} has nothing to gather", Describe(params)));
  return ComputeAs(kCall, shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> source(i.begin(), i.begin() + batch_dims);
    for (int64_t k = 0; k < count; ++k) {
      std::vector<Expr> place(i.begin(), i.begin() + places);
      place.emplace_back(k);
      source.push_back(IndexAt(indices, place, params, batch_dims + k));
    }
    source.insert(source.end(), i.begin() + places, i.end());
    return at(params, source);
  });
}

Tensor set_value_at(const Tensor& tensor, const IndexFunction& condition, const IndexFunction& value) {
  RequirePresent("set_value", tensor);
  return ComputeAs("set_value", tensor.shape(),
                   [&](const std::vector<Expr>& i) { return select(condition(i), value(i), at(tensor, i)); });
}

Tensor set_value(const Tensor& tensor, const IndexFunction& condition, const Operand& value) {
  RequirePresent("set_value", tensor);
  const Tensor number = OneElement("set_value", tensor, "value", value);
  return set_value_at(tensor, condition, [&](const std::vector<Expr>&) { return at(number); });
}

namespace {

// Checks that the map names every axis of both shapes once, and that one side of each entry is a single axis.
void CheckAxesMap(const Tensor& tensor, const Dims& dst_shape, const std::vector<AxesMapping>& axes_map) {
  constexpr std::string_view kCall = "transdata";
  Dims from, to;
  for (const AxesMapping& entry : axes_map) {
    if (entry.from.empty() || entry.to.empty() || (entry.from.size() > 1 && entry.to.size() > 1)) {
      Fail(kCall, fmt::format("the map of axes {} to {} is neither one to several nor several to one",
                              ShapeText(entry.from), ShapeText(entry.to)));
    }
    from.insert(from.end(), entry.from.begin(), entry.from.end());
    to.insert(to.end(), entry.to.begin(), entry.to.end());
  }
  auto complete = [](Dims axes, size_t rank) {
    std::sort(axes.begin(), axes.end());
    for (size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] != static_cast<int64_t>(i)) return false;
    }
    return axes.size() == rank;
  };
  if (!complete(from, tensor.shape().size()) || !complete(to, dst_shape.size())) {
    Fail(kCall, fmt::format("the axes_map from {} to {} doesn't name each axis of {} and of {} once", ShapeText(from),
                            ShapeText(to), Describe(tensor), ShapeText(dst_shape)));
  }
}

}  // namespace

Tensor transdata(const Tensor& tensor, const Dims& dst_shape, const std::vector<AxesMapping>& axes_map,
                 const Operand& pad_value) {
  RequirePresent("transdata", tensor);
  NumElements("transdata", dst_shape);
  CheckAxesMap(tensor, dst_shape, axes_map);
  const Tensor fill = OneElement("transdata", tensor, "pad_value", pad_value);
  if (IsEmpty(tensor.shape())) return BroadcastTo("transdata", fill, dst_shape);
  return ComputeAs("transdata", dst_shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> source(tensor.shape().size(), Expr(0));
    Expr inside = Expr(0) == Expr(0);
    bool padded = false;
    for (const auto& [from, to] : axes_map) {
      // The position along the one axis; inner extents are part of the layout, hence of the kernel.
      Expr position = i[to[0]];
      int64_t room = dst_shape[to[0]];
      for (size_t k = 1; k < to.size(); ++k) {
        position = position * dst_shape[to[k]] + i[to[k]];
        room *= dst_shape[to[k]];
      }
      int64_t extents = 1;
      for (int64_t axis : from) extents *= tensor.shape()[axis];
      if (room > extents) {
        Expr length = extent(tensor, from[0]);
        for (size_t k = 1; k < from.size(); ++k) length = length * tensor.shape()[from[k]];
        inside = padded ? inside && position < length : position < length;
        padded = true;
        position = min(position, length - 1);
      }
      for (size_t k = from.size(); k-- > 1;) {
        source[from[k]] = position % tensor.shape()[from[k]];
        position = position / tensor.shape()[from[k]];
      }
      source[from[0]] = position;
    }
    return padded ? select(inside, at(tensor, source), at(fill)) : at(tensor, source);
  });
}

Tensor dilation(const Tensor& tensor_x, const Dims& dilations, const std::vector<PadPair>& pads,
                const Operand& padding_value) {
  constexpr std::string_view kCall = "dilation";
  RequirePresent(kCall, tensor_x);
  const Dims& from = tensor_x.shape();
  if (dilations.size() != from.size() || (!pads.empty() && pads.size() != from.size())) {
    Fail(kCall, fmt::format("{} dilations and {} pads aren't one per axis of {}", dilations.size(), pads.size(),
                            Describe(tensor_x)));
  }
  Dims shape;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    const PadPair around = pads.empty() ? PadPair() : pads[axis];
    int64_t extent = 0;
    bool fits = dilations[axis] >= 1 && around.before >= 0 && around.after >= 0;
    if (fits && from[axis] > 0) {
      fits = !__builtin_mul_overflow(from[axis] - 1, dilations[axis], &extent) &&
             !__builtin_add_overflow(extent, int64_t{1}, &extent);
    }
    fits = fits && !__builtin_add_overflow(extent, around.before, &extent) &&
           !__builtin_add_overflow(extent, around.after, &extent);
    if (!fits) {
      Fail(kCall, fmt::format("axis {} of {} can't be dilated by {} and padded by {} and {}", axis, Describe(tensor_x),
                              dilations[axis], around.before, around.after));
    }
    shape.push_back(extent);
  }
  const Tensor fill = OneElement(kCall, tensor_x, "padding_value", padding_value);
  if (shape == from) return tensor_x;
  if (IsEmpty(from)) return BroadcastTo(kCall, fill, shape);
  return ComputeAs(kCall, shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> source;
    Expr inside = Expr(0) == Expr(0);
    for (size_t axis = 0; axis < from.size(); ++axis) {
      source.push_back(i[axis]);
      if (shape[axis] == from[axis]) continue;
      const Expr last = extent(tensor_x, static_cast<int64_t>(axis)) - 1;
      const Expr position = i[axis] - at(Param(pads.empty() ? 0 : pads[axis].before, ge::DT_INT64));
      const Expr step = dilations[axis];
      inside = inside && position >= 0 && position % step == 0 && position <= last * step;
      source[axis] = max(min(position / step, last), 0);
    }
    return select(inside, at(tensor_x, source), at(fill));
  });
}

}  // namespace tbe
