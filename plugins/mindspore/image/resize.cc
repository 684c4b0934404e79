#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

Status UpgradeResize(UpgradeContext& context) {
  const Ints size = IntsOf(context, 1, "size");
  if (size.size() != 2) return context.Refuse("its size isn't known");
  const bool bilinear = context.node().type.starts_with("ResizeBilinear");
  BecomeIr(context, bilinear ? "ResizeBilinearV2" : "ResizeNearestNeighborV2",
           {context.Input(0), AddInt32s(context, "size", size)},
           {{"align_corners", BoolOf(context, 2, "align_corners", false)},
            {"half_pixel_centers", BoolOf(context, 3, "half_pixel_centers", false)}});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(ResizeBilinearV2, ResizeBilinearV2);
OPDK_MAP_MINDSPORE_AS(ResizeNearestNeighborV2, ResizeNearestNeighborV2);
OPDK_UPGRADE_MINDSPORE(UpgradeResize, "ResizeBilinearV2", "ResizeNearestNeighborV2");

}  // namespace opdk::mindspore_plugin
