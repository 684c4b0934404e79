#include "op_proto/nn/image_pooling.h"

#include <algorithm>
#include <string>

#include "opdk/list_text.h"

namespace ge {

using opdk::ListText;
using opdk::ReportInferError;
using opdk::ShapeText;

std::optional<Dims> WindowNumbers(const Operator& op, const char* name, const ImagePool& pool) {
  const auto known = opdk::ConstInts(op, name);
  if (!known) {
    const auto dims = opdk::InputDims(op, name);
    const auto axes = static_cast<int64_t>(pool.spatial) + 2;
    if (opdk::MergeDims({axes}, dims)) return Dims(pool.spatial, -1);
    (void)ReportInferError(
        op, std::string(name) + " " + ShapeText(dims) + " is not a list of " + AxesText(pool.spatial) + " numbers");
    return std::nullopt;
  }
  Dims list = *known;
  if (pool.spatial == 3 && list.size() == 1) list.resize(3, list[0]);
  if (pool.spatial == 3 && list.size() == 3) {
    list.insert(list.begin() + (pool.first == 1 ? 3 : 0), 1);
    list.insert(list.begin(), 1);
  }
  return SpatialNumbers(op, name, list, pool.first, pool.spatial);
}

std::optional<ImagePool> ReadImagePool(const Operator& op, size_t spatial) {
  const auto first = FirstSpatialAxis(op, spatial);
  return first ? ReadImagePool(op, spatial, *first) : std::nullopt;
}

std::optional<ImagePool> ReadImagePool(const Operator& op, size_t spatial, size_t first) {
  ImagePool pool;
  pool.spatial = spatial;
  pool.first = first;
  const auto kernel = WindowNumbers(op, "ksize", pool), strides = WindowNumbers(op, "strides", pool);
  if (!kernel || !strides) return std::nullopt;
  // Without strides the extents are as unknown as without a window.
  const bool known = strides->front() > 0;
  pool.window.kernel = known ? *kernel : Dims(spatial, -1);
  pool.window.strides = known ? *strides : Dims(spatial, 1);
  return pool;
}

bool ReadPadding(const Operator& op, const char* mode, bool calculates, ImagePool& pool) {
  const std::string padding = opdk::StringAttr(op, mode);
  if (padding == "SAME" || padding == "VALID") {
    pool.window.auto_pad = padding == "SAME" ? "SAME_UPPER" : "VALID";
    return true;
  }
  if (calculates && padding == "CALCULATED") return ReadPads(op, "pads", pool);
  (void)ReportInferError(op, std::string(mode) + " '" + padding + "' is " +
                                 (calculates ? "none of SAME, VALID, CALCULATED" : "neither SAME nor VALID"));
  return false;
}

bool ReadPads(const Operator& op, const char* pads, ImagePool& pool) {
  const Dims list = opdk::ListIntAttr(op, pads);
  bool fits = list.size() == 2 * pool.spatial;
  for (size_t i = 0; fits && i < list.size(); ++i) {
    const int64_t dilation = pool.window.dilations.empty() ? 1 : pool.window.dilations[i / 2];
    const int64_t kernel = pool.window.kernel[i / 2];
    fits = list[i] >= 0 && (kernel < 0 || (list[i] + dilation - 1) / dilation < kernel);
  }
  if (!fits) {
    const char* const count = pool.spatial == 1 ? "two" : pool.spatial == 2 ? "four" : "six";
    (void)ReportInferError(
        op, std::string(pads) + " " + ListText(list) + " are not " + count + " numbers from 0 to below " +
                (pool.spatial == 2 ? "ksize " : "the window ") + ListText(pool.window.kernel) +
                (pool.window.dilations.empty() ? "" : " dilated by " + ListText(pool.window.dilations)));
    return false;
  }
  pool.window.pads.clear();
  for (size_t end = 0; end < 2; ++end) {
    for (size_t i = 0; i < pool.spatial; ++i) pool.window.pads.push_back(list[2 * i + end]);
  }
  return true;
}

bool ReadGeneralPadding(const Operator& op, ImagePool& pool) {
  pool.whole = opdk::BoolAttr(op, "global_pooling");
  if (!ReadPadding(op, "padding_mode", true, pool)) return false;
  // Only padding by pads is rounded.
  pool.window.ceil_mode = pool.window.auto_pad == "NOTSET" && opdk::BoolAttr(op, "ceil_mode");
  return true;
}

graphStatus CheckDivisor(const Operator& op) {
  const int64_t divisor = opdk::IntAttr(op, "divisor_override");
  if (divisor >= 0) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "divisor_override is " + std::to_string(divisor) + ", below 0");
}

std::optional<Dims> PooledShape(const Operator& op, const ImagePool& pool, const Dims& x) {
  Dims pooled = opdk::IsUnknownRank(x) ? Dims(pool.spatial + 2, -1) : x;
  if (pooled.size() != pool.spatial + 2) {
    (void)ReportInferError(op, "the image batch " + ShapeText(x) + " has not " + AxesText(pool.spatial) + " axes");
    return std::nullopt;
  }
  const auto begin = pooled.begin() + static_cast<std::ptrdiff_t>(pool.first);
  const Dims spatial(begin, begin + static_cast<std::ptrdiff_t>(pool.spatial));
  if (std::find(spatial.begin(), spatial.end(), 0) != spatial.end()) {
    (void)ReportInferError(op, "the image batch " + ShapeText(x) + " has an empty spatial axis");
    return std::nullopt;
  }
  Dims out(pool.spatial, 1);
  if (!pool.whole && !WindowOutput(op, pool.window, spatial, out)) return std::nullopt;
  std::copy(out.begin(), out.end(), begin);
  return pooled;
}

graphStatus SetPooled(Operator& op, const ImagePool& pool) {
  const auto y = PooledShape(op, pool, opdk::InputDims(op, "x"));
  return y ? opdk::SetOutput(op, "y", *y, opdk::InputType(op, "x")) : GRAPH_FAILED;
}

graphStatus CheckPooled(const Operator& op, const std::optional<ImagePool>& pool, const Dims& x,
                        std::initializer_list<const char*> ports) {
  if (!pool) return GRAPH_FAILED;
  const auto pooled = PooledShape(op, *pool, x);
  if (!pooled) return GRAPH_FAILED;
  for (const char* port : ports) {
    const Dims dims = opdk::InputDims(op, port);
    if (opdk::MergeDims(*pooled, dims)) continue;
    return opdk::ReportInferError(
        op, std::string(port) + " " + opdk::ShapeText(dims) + " has not the pool's shape " + opdk::ShapeText(*pooled));
  }
  return GRAPH_SUCCESS;
}

}  // namespace ge
