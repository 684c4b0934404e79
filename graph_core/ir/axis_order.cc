#include "graph_core/ir/axis_order.h"

#include <algorithm>
#include <string>
#include <utility>

#include "graph/utils/type_utils.h"

namespace opdk {
namespace {

// Formats that are nothing but an order of axes.
constexpr ge::Format kPlain[] = {ge::FORMAT_NCHW,  ge::FORMAT_NHWC,  ge::FORMAT_HWCN,  ge::FORMAT_CHWN,
                                 ge::FORMAT_NCDHW, ge::FORMAT_NDHWC, ge::FORMAT_DHWCN, ge::FORMAT_DHWNC};

std::string AxesText(ge::Format format) {
  const bool plain = std::find(std::begin(kPlain), std::end(kPlain), format) != std::end(kPlain);
  return plain ? ge::TypeUtils::FormatToSerialString(format) : "";
}

}  // namespace

std::optional<AxisOrder> OrderOf(ge::Format format) {
  if (format == ge::FORMAT_NCHW || format == ge::FORMAT_NCDHW) return AxisOrder::kFirst;
  if (format == ge::FORMAT_NHWC || format == ge::FORMAT_NDHWC) return AxisOrder::kLast;
  return std::nullopt;
}

ge::Format FormatOf(AxisOrder order, size_t axes) {
  const bool first = order == AxisOrder::kFirst;
  if (axes == 4) return first ? ge::FORMAT_NCHW : ge::FORMAT_NHWC;
  if (axes == 5) return first ? ge::FORMAT_NCDHW : ge::FORMAT_NDHWC;
  return ge::FORMAT_ND;
}

size_t AxesOf(ge::Format format) { return AxesText(format).size(); }

std::optional<Perm> PermBetween(ge::Format from, ge::Format to) {
  const std::string before = AxesText(from), after = AxesText(to);
  if (before.empty() || before.size() != after.size()) return std::nullopt;
  Perm perm;
  for (const char axis : after) {
    const size_t at = before.find(axis);
    if (at == std::string::npos) return std::nullopt;
    perm.push_back(static_cast<int64_t>(at));
  }
  return perm;
}

ge::Format Transposed(ge::Format format, const Perm& perm) {
  for (const ge::Format to : kPlain) {
    if (PermBetween(format, to) == perm) return to;
  }
  return ge::FORMAT_ND;
}

ge::TensorDesc Permuted(const ge::TensorDesc& desc, const Perm& perm, ge::Format format) {
  ge::TensorDesc permuted = desc;
  permuted.SetShape(ge::Shape(Permuted(desc.GetShape().GetDims(), perm)));
  std::vector<std::pair<int64_t, int64_t>> range;
  if (desc.GetShapeRange(range) == ge::GRAPH_SUCCESS && range.size() == perm.size()) {
    permuted.SetShapeRange(Permuted(range, perm));
  }
  permuted.SetFormat(format);
  permuted.SetOriginShape(permuted.GetShape());
  permuted.SetOriginFormat(format);
  permuted.SetConstData(nullptr, 0);
  return permuted;
}

}  // namespace opdk
