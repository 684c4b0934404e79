#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

// Resizes images [N, C, H, W].
Status UpgradeResize(UpgradeContext& context) {
  const Ints size = IntsOf(context, 1, "size");
  if (size.size() != 2) return context.Refuse("its size isn't known");
  const bool aligned = BoolOf(context, 2, "align_corners", false),
             half = BoolOf(context, 3, "half_pixel_centers", false);
  const bool bilinear = context.node().type.starts_with("ResizeBilinear");
  if (!bilinear && (aligned || half))
    return context.Refuse("align_corners and half_pixel_centers of nearest neighbours");
  OPDK_TRY(const int64_t rank, RankOf(context, context.Input(0)));
  if (rank != 4) return context.Refuse("its input is no image, [N, C, H, W]");
  const std::string shape =
      AddIrStep(context, "Shape", {context.Input(0)}, {{"dtype", static_cast<int64_t>(ge::DT_INT64)}});
  const std::string kept = AddIrStep(context, "SliceD", {shape}, {{"offsets", Ints{0}}, {"size", Ints{2}}});
  const std::string sizes = AddIrStep(context, "ConcatD", {kept, context.AddInts("size", size)},
                                      {{"concat_dim", int64_t{0}}, {"N", int64_t{2}}});
  BecomeIr(context, "Resize", {context.Input(0), "", "", sizes},
           {{"mode", std::string(bilinear ? "linear" : "nearest")},
            {"coordinate_transformation_mode", std::string(aligned ? "align_corners"
                                                           : half  ? "half_pixel"
                                                                   : "asymmetric")},
            {"nearest_mode", std::string("floor")}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(Resize, ResizeBilinearV2);
OPDK_MAP_MINDSPORE_AS(Resize, ResizeNearestNeighborV2);
OPDK_UPGRADE_MINDSPORE(UpgradeResize, "ResizeBilinearV2", "ResizeNearestNeighborV2");

}  // namespace opdk::mindspore_plugin
