#include "graph_core/engines/ai_core/plan/generated_cube.h"

#include <vector>

#include "tbe/array.h"
#include "tbe/compute.h"

namespace opdk {
namespace {

using tbe::at;
using tbe::Dims;
using tbe::Expr;
using tbe::Tensor;
using tbe::TensorNode;
using Exprs = std::vector<Expr>;

// Makes a number that is given at launch, not part of the kernel. It is read inside compute().
Tensor Launch(int64_t value) { return tbe::Param(value, ge::DT_INT64); }

std::vector<Tensor> Launch(const std::vector<int64_t>& values) {
  std::vector<Tensor> result;
  for (int64_t value : values) result.push_back(Launch(value));
  return result;
}

Tensor Matmul(const TensorNode& cube) {
  const Tensor a = tbe::cast_to(cube.inputs[0], cube.dtype), b = tbe::cast_to(cube.inputs[1], cube.dtype);
  const size_t rank = cube.shape.size();
  const int64_t inner = a.shape()[a.shape().size() - (cube.trans_a ? 2 : 1)];
  // The batch axes of an operand, aligned at the end; an extent of 1 repeats.
  auto batch_of = [rank](const Tensor& x, const Exprs& i) {
    Exprs index;
    const size_t shift = rank - x.shape().size();
    for (size_t axis = 0; axis + 2 < x.shape().size(); ++axis) {
      index.push_back(x.shape()[axis] == 1 ? Expr(0) : i[axis + shift]);
    }
    return index;
  };
  auto read = [](const Tensor& x, Exprs index, const Expr& row, const Expr& column, bool transposed) {
    index.push_back(transposed ? column : row);
    index.push_back(transposed ? row : column);
    return at(x, index);
  };
  Tensor product = tbe::compute(cube.shape, tbe::ReduceOp::kSum, {inner}, [&](const Exprs& i, const Exprs& r) {
    return read(a, batch_of(a, i), i[rank - 2], r[0], cube.trans_a) *
           read(b, batch_of(b, i), r[0], i[rank - 1], cube.trans_b);
  });
  return AddBias(cube, product, rank - 1);
}

// Returns x at a position, times the tap; 0 if the position lies outside.
Expr TapProduct(const Tensor& x, Exprs position, Expr inside, const Expr& tap) {
  for (size_t axis = 2; axis < position.size(); ++axis) {
    const Expr extent = tbe::extent(x, static_cast<int64_t>(axis));
    inside = inside && position[axis] >= 0 && position[axis] < extent;
    position[axis] = tbe::max(tbe::min(position[axis], extent - 1), 0);
  }
  return tbe::select(inside, at(x, position) * tap, 0);
}

Tensor Conv(const TensorNode& cube) {
  const Tensor x = tbe::cast_to(cube.inputs[0], cube.dtype), w = tbe::cast_to(cube.inputs[1], cube.dtype);
  const auto strides = Launch(cube.conv.strides), dilations = Launch(cube.conv.dilations),
             pads = Launch(cube.conv.pads_begin);
  const bool grouped = cube.conv.groups > 1;
  const Tensor per_group = Launch(cube.shape[1] / cube.conv.groups);
  const Dims taps(w.shape().begin() + 1, w.shape().end());
  Tensor result = tbe::compute(cube.shape, tbe::ReduceOp::kSum, taps, [&](const Exprs& i, const Exprs& r) {
    Exprs position = {i[0], grouped ? i[1] / at(per_group) * tbe::extent(w, 1) + r[0] : r[0]};
    Exprs tap = {i[1]};
    tap.insert(tap.end(), r.begin(), r.end());
    for (size_t s = 0; s < strides.size(); ++s) {
      position.push_back(i[s + 2] * at(strides[s]) + r[s + 1] * at(dilations[s]) - at(pads[s]));
    }
    return TapProduct(x, position, i[0] >= 0, at(w, tap));
  });
  return AddBias(cube, result, 1);
}

// Computes each element of the result as a sum over taps. A tap reads one element of x, or none.
Tensor ConvTranspose(const TensorNode& cube) {
  const Tensor x = tbe::cast_to(cube.inputs[0], cube.dtype), w = tbe::cast_to(cube.inputs[1], cube.dtype);
  const auto strides = Launch(cube.conv.strides), dilations = Launch(cube.conv.dilations),
             pads = Launch(cube.conv.pads_begin);
  const bool grouped = cube.conv.groups > 1;
  Dims taps(w.shape().begin() + 1, w.shape().end());
  taps[0] = x.shape()[1] / cube.conv.groups;
  const Tensor channels = Launch(taps[0]);
  Tensor result = tbe::compute(cube.shape, tbe::ReduceOp::kSum, taps, [&](const Exprs& i, const Exprs& r) {
    const Expr outputs = tbe::extent(w, 1);
    const Expr channel = grouped ? i[1] / outputs * at(channels) + r[0] : r[0];
    Exprs position = {i[0], channel}, tap = {channel, grouped ? i[1] % outputs : i[1]};
    Expr hit = i[0] >= 0;
    for (size_t s = 0; s < strides.size(); ++s) {
      const Expr from = i[s + 2] + at(pads[s]) - r[s + 1] * at(dilations[s]);
      const Expr quotient = tbe::max(from, 0) / at(strides[s]);
      hit = hit && tbe::equal(quotient * at(strides[s]), from);
      position.push_back(quotient);
      tap.push_back(r[s + 1]);
    }
    return TapProduct(x, position, hit, at(w, tap));
  });
  return AddBias(cube, result, 1);
}

// Computes the gradient of a filter, vectorised along the result's channels, which stand last here.
Tensor ConvBackpropFilter(const TensorNode& cube) {
  const size_t spatial = cube.shape.size() - 2;
  Dims images_last = {0}, filter_first = {static_cast<int64_t>(spatial) + 1, static_cast<int64_t>(spatial)};
  for (size_t s = 0; s < spatial; ++s) {
    images_last.push_back(static_cast<int64_t>(s) + 2);
    filter_first.push_back(static_cast<int64_t>(s));
  }
  images_last.push_back(1);
  const Tensor x = tbe::transpose(tbe::cast_to(cube.inputs[0], cube.dtype), images_last),
               gradient = tbe::transpose(tbe::cast_to(cube.inputs[1], cube.dtype), images_last);
  const auto strides = Launch(cube.conv.strides), dilations = Launch(cube.conv.dilations),
             pads = Launch(cube.conv.pads_begin);
  const Tensor channels = Launch(cube.shape[1]), per_group = Launch(cube.shape[0] / cube.conv.groups);
  Dims filter(cube.shape.begin() + 2, cube.shape.end());
  filter.push_back(cube.shape[1]);
  filter.push_back(cube.shape[0]);
  const Dims places(gradient.shape().begin(), gradient.shape().end() - 1);
  const Tensor sums = tbe::compute(filter, tbe::ReduceOp::kSum, places, [&](const Exprs& i, const Exprs& r) {
    const Expr channel = i[spatial], output = i[spatial + 1];
    Exprs read = {r[0]}, other = r;
    Expr inside = r[0] >= 0;
    for (size_t s = 0; s < spatial; ++s) {
      const Expr extent = tbe::extent(x, static_cast<int64_t>(s) + 1);
      const Expr position = r[s + 1] * at(strides[s]) + i[s] * at(dilations[s]) - at(pads[s]);
      inside = inside && position >= 0 && position < extent;
      read.push_back(tbe::max(tbe::min(position, extent - 1), 0));
    }
    read.push_back(cube.conv.groups == 1 ? channel : output / at(per_group) * at(channels) + channel);
    other.push_back(output);
    return tbe::select(inside, at(x, read) * at(gradient, other), 0);
  });
  return tbe::transpose(sums, filter_first);
}

}  // namespace

Tensor AddBias(const TensorNode& cube, Tensor result, size_t axis) {
  if (cube.inputs.size() < 3) return result;
  Dims aligned(cube.shape.size() - axis, 1);
  aligned[0] = cube.shape[axis];
  return result + tbe::reshape(cube.inputs[2], aligned);
}

Tensor GeneratedCube(const TensorNode& cube) {
  if (cube.kind == tbe::Kind::kMatmul) return Matmul(cube);
  if (cube.kind == tbe::Kind::kConvBackpropFilter) return ConvBackpropFilter(cube);
  return cube.kind == tbe::Kind::kConv ? Conv(cube) : ConvTranspose(cube);
}

}  // namespace opdk
