#include "sdk/tools/atc/aipp_extents.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace opdk::atc {
namespace {

// The only bound of extents that are read from a file.
constexpr int64_t kMostPixels = 65536;

Status DoesNotFit(std::string_view what) { return Status(ErrorCode::kUsage, what); }

bool IsYuv420sp(const Aipp& aipp) { return aipp.input_format() == Aipp::YUV420SP_U8; }

// Returns the part of an extent of the input that lies between the paddings.
int64_t Inner(int64_t extent, int64_t before, int64_t behind) { return extent < 0 ? -1 : extent - before - behind; }

std::string Text(int64_t extent) { return extent < 0 ? "?" : std::to_string(extent); }

Status ReadPadding(const Aipp& aipp, int64_t height, int64_t width, AippExtents& extents) {
  if (!aipp.padding()) return Status();
  extents.above = aipp.top_padding_size();
  extents.below = aipp.bottom_padding_size();
  extents.before = aipp.left_padding_size();
  extents.behind = aipp.right_padding_size();
  for (const int64_t size : {extents.above, extents.below, extents.before, extents.behind}) {
    if (size < 0 || size > kMostPixels) return DoesNotFit(fmt::format("a padding of {} is none", size));
  }
  const int64_t inner_height = Inner(height, extents.above, extents.below);
  const int64_t inner_width = Inner(width, extents.before, extents.behind);
  if ((height >= 0 && inner_height <= 0) || (width >= 0 && inner_width <= 0)) {
    return DoesNotFit(fmt::format("the padding leaves nothing of {} x {}", Text(height), Text(width)));
  }
  return Status();
}

// Returns a size of the configuration, or the input's if the configuration has none.
Result<int64_t> SizeOr(int64_t given, int64_t inner, std::string_view field) {
  if (given > 0) return given;
  if (inner >= 0) return inner;
  return DoesNotFit(fmt::format("{} is missing: the input's own extent is open", field));
}

Status ReadCrop(const Aipp& aipp, int64_t inner_height, int64_t inner_width, AippExtents& extents) {
  extents.crop_height = extents.height;
  extents.crop_width = extents.width;
  if (!aipp.crop()) return Status();
  extents.top = aipp.load_start_pos_h();
  extents.left = aipp.load_start_pos_w();
  OPDK_TRY(extents.crop_height, SizeOr(aipp.crop_size_h(), inner_height, "crop_size_h"));
  OPDK_TRY(extents.crop_width, SizeOr(aipp.crop_size_w(), inner_width, "crop_size_w"));
  const auto outside = [](int64_t from, int64_t size, int64_t extent) {
    return from < 0 || (extent >= 0 && from + size > extent);
  };
  if (!outside(extents.top, extents.crop_height, extents.height) &&
      !outside(extents.left, extents.crop_width, extents.width)) {
    return Status();
  }
  return DoesNotFit(
      fmt::format("what is cropped lies outside of an image of {} x {}", Text(extents.height), Text(extents.width)));
}

Status CheckEven(const AippExtents& e) {
  const std::initializer_list<int64_t> all = {e.height, e.width, e.top, e.left, e.crop_height, e.crop_width};
  if (std::none_of(all.begin(), all.end(), [](int64_t extent) { return extent > 0 && extent % 2 != 0; })) {
    return Status();
  }
  return DoesNotFit("extents and places of YUV420SP_U8 are even");
}

}  // namespace

int64_t ImageChannels(const Aipp& aipp) { return aipp.input_format() == Aipp::YUV400_U8 ? 1 : 3; }

Result<AippExtents> ExtentsOf(const Aipp& aipp, int64_t height, int64_t width) {
  AippExtents extents;
  OPDK_TRY(ReadPadding(aipp, height, width, extents));
  const int64_t inner_height = Inner(height, extents.above, extents.below);
  const int64_t inner_width = Inner(width, extents.before, extents.behind);
  extents.height = aipp.src_image_size_h() > 0 ? aipp.src_image_size_h() : inner_height;
  extents.width = aipp.src_image_size_w() > 0 ? aipp.src_image_size_w() : inner_width;
  if (extents.height > kMostPixels || extents.width > kMostPixels) {
    return DoesNotFit(fmt::format("an image of {} x {} is too large", Text(extents.height), Text(extents.width)));
  }
  OPDK_TRY(ReadCrop(aipp, inner_height, inner_width, extents));
  extents.resized = aipp.resize();
  extents.resized_height = extents.crop_height;
  extents.resized_width = extents.crop_width;
  if (aipp.resize()) {
    OPDK_TRY(extents.resized_height, SizeOr(aipp.resize_output_h(), inner_height, "resize_output_h"));
    OPDK_TRY(extents.resized_width, SizeOr(aipp.resize_output_w(), inner_width, "resize_output_w"));
  }
  const auto differ = [](int64_t gives, int64_t takes) { return gives >= 0 && takes >= 0 && gives != takes; };
  if (differ(extents.resized_height, inner_height) || differ(extents.resized_width, inner_width)) {
    const auto whole = [](int64_t inner, int64_t padding) { return Text(inner < 0 ? -1 : inner + padding); };
    return DoesNotFit(fmt::format("the images give {} x {}, and the input takes {} x {}",
                                  whole(extents.resized_height, extents.above + extents.below),
                                  whole(extents.resized_width, extents.before + extents.behind), Text(height),
                                  Text(width)));
  }
  if (IsYuv420sp(aipp)) OPDK_TRY(CheckEven(extents));
  return extents;
}

std::vector<int64_t> ImageShape(const Aipp& aipp, const AippExtents& extents, int64_t batch) {
  if (!IsYuv420sp(aipp)) return {batch, extents.height, extents.width, ImageChannels(aipp)};
  return {batch, extents.height < 0 ? -1 : extents.height * 3 / 2, extents.width, 1};
}

Result<ImageAxes> AxesOf(const Node& data, int64_t channels, bool channels_last) {
  const ge::TensorDesc& desc = data.op().outputs.at(0).desc;
  const std::vector<int64_t> shape = desc.GetShape().GetDims();
  const auto may_be = [&](size_t axis) { return shape.size() == 4 && (shape[axis] == channels || shape[axis] == 1); };
  if (desc.GetFormat() == ge::FORMAT_NHWC || desc.GetFormat() == ge::FORMAT_NCHW) {
    channels_last = desc.GetFormat() == ge::FORMAT_NHWC;
  } else if (may_be(1) != may_be(3)) {
    channels_last = may_be(3);
  }
  const ImageAxes axes = channels_last ? ImageAxes{3, 1, 2} : ImageAxes{1, 2, 3};
  const bool fits = may_be(axes.channels) && shape[0] != 0 && shape[axes.height] != 0 && shape[axes.width] != 0;
  if (!fits) {
    return DoesNotFit(
        fmt::format("the input '{0}' is no batch of images of {1}: [N, C, H, W] or [N, H, W, C] with C of {1}",
                    data.name(), channels == 1 ? "1 channel" : "3 channels, or of 1"));
  }
  if (desc.GetDataType() == ge::DT_FLOAT || desc.GetDataType() == ge::DT_FLOAT16) return axes;
  return DoesNotFit(fmt::format("the input '{}' is not of float or float16", data.name()));
}

}  // namespace opdk::atc
