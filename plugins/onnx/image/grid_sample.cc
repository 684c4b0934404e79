#include <fmt/format.h>

#include <string>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Gives x and the grid one floating type, as the prototype requires. Other numbers are sampled in double, and cut off.
void UnifyGridTypes(UpgradeContext& context) {
  const ge::DataType x = context.values().ElementType(context.Input(0));
  const ge::DataType grid = context.values().ElementType(context.Input(1));
  if (x == grid || x == ge::DT_UNDEFINED || !IsFloating(grid)) return;
  const bool wide = x == ge::DT_DOUBLE || grid == ge::DT_DOUBLE || !IsFloating(x);
  const ge::DataType type = wide ? ge::DT_DOUBLE : ge::DT_FLOAT;
  for (size_t input = 0; input < 2; ++input) CastInput(context, input, type);
  if (x != type) CastOutput(context, 0, x);
}

bool IsComplex(ge::DataType type) { return type == ge::DT_COMPLEX64 || type == ge::DT_COMPLEX128; }

// Samples the real and the imaginary parts of complex numbers by themselves.
void SampleParts(UpgradeContext& context, const std::string& sampler) {
  const ge::DataType x = context.values().ElementType(context.Input(0));
  const ge::DataType part = x == ge::DT_COMPLEX64 ? ge::DT_FLOAT : ge::DT_DOUBLE;
  const ge::DataType grid = context.values().ElementType(context.Input(1));
  const ge::DataType type = grid == ge::DT_DOUBLE ? ge::DT_DOUBLE : part;
  CastInput(context, 1, type);
  const AttrMap attributes = context.node().attributes;
  const auto sampled = [&](const std::string& taken) {
    const std::string places = AddCast(context, taken, part, type);
    return AddCast(context, AddIrStep(context, sampler, {places, context.Input(1)}, attributes), type, part);
  };
  const std::string real = sampled(AddIrStep(context, "Real", {context.Input(0)}, {{"Tout", int64_t{part}}}));
  const std::string imaginary = sampled(AddIrStep(context, "Imag", {context.Input(0)}, {{"Tout", part}}));
  BecomeIr(context, "Complex", {real, imaginary}, {{"Tout", int64_t{x}}});
}

// Chooses the prototype by the rank, and by 2-D sampling where the rank is unknown. Opset 20 calls the modes linear and
// cubic.
Status UpgradeGridSample(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(0));
  if (rank && *rank != 4 && *rank != 5) {
    return context.Refuse(fmt::format("an input of rank {} is not supported, only 4 and 5 are", *rank));
  }
  std::string mode = context.Take<std::string>("mode").value_or("bilinear");
  if (mode == "linear" || mode == "cubic") mode = "bi" + mode;
  context.Set("interpolation_mode", mode);
  context.Set("align_corners", context.Take<int64_t>("align_corners").value_or(0) != 0);
  if (IsComplex(context.values().ElementType(context.Input(0)))) {
    SampleParts(context, rank == 5 ? "GridSampler3D" : "GridSampler2D");
    return {};
  }
  if (rank == 5) context.node().type = "GridSampler3D";
  UnifyGridTypes(context);
  return {};
}

}  // namespace

OPDK_MAP_ONNX_AS(GridSampler2D, GridSample, 16);
OPDK_MAP_ONNX(GridSampler3D, 16);
OPDK_UPGRADE_ONNX(UpgradeGridSample, "GridSample");

}  // namespace opdk::onnx_plugin
