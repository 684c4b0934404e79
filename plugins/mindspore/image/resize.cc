#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

// Of images [N, C, H, W].
Status UpgradeResize(UpgradeContext& context) {
  Ints size = IntsOf(context, 1, "size");
  if (size.size() != 2) return context.Refuse("its size isn't known");
  const bool aligned = BoolOf(context, 2, "align_corners", false),
             half = BoolOf(context, 3, "half_pixel_centers", false);
  const bool bilinear = context.node().type.starts_with("ResizeBilinear");
  if (!bilinear && (aligned || half))
    return context.Refuse("align_corners and half_pixel_centers of nearest neighbours");
  const auto sizes = context.values().Find(context.Input(0));
  if (sizes == nullptr || sizes->GetShape().GetDimNum() != 4)
    return context.Refuse("its input is no image, [N, C, H, W]");
  size.insert(size.begin(), {sizes->GetShape().GetDim(0), sizes->GetShape().GetDim(1)});
  if (size[0] < 0 || size[1] < 0) return context.Refuse("the extents of its images aren't known");
  BecomeIr(context, "Resize", {context.Input(0), "", "", context.AddInts("sizes", size)},
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
