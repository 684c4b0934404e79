// What an offline model says of the preprocessing of its inputs: attributes of its graph, of lists in this order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace opdk {

// List of the inputs' names.
inline constexpr std::string_view kAippInputs = "aipp_inputs";
// List of the names of inputs whose preprocessing a run says, each with that of its parameters behind it. Of what is
// known, only AippFacts::dims is there for them.
inline constexpr std::string_view kDynamicAippInputs = "aipp_dynamic_inputs";

// List of the extents that name the gears of a model with AIPP: those of its inputs before images took their places,
// gear by gear, as many of each.
inline constexpr std::string_view kAippGearValues = "aipp_gear_values";

struct AippFacts {
  // Format of the images, width and height; crop: whether, place and size; resize: whether and size; padding: whether,
  // left, right, top, bottom; conversion of colours, swap of the first and third channel, of the last to the front,
  // single lines; matrix by rows, what is added behind it and before it; mean of four channels. As acl/acl_mdl.h has
  // them in aclAippInfo.
  std::vector<int64_t> numbers;
  // Minimum and reciprocal of the variance of four channels.
  std::vector<float> factors;
  // What the model's own operators get.
  std::vector<int64_t> dims;
  int64_t dtype = 0;
  std::vector<int64_t> gear_dims = {};  // the same of each gear, four numbers each
};

inline constexpr size_t kAippNumbers = 39, kAippFactors = 8;

// Attributes of an input's facts.
inline std::string AippAttr(std::string_view input, std::string_view what) {
  return "aipp_" + std::string(what) + ":" + std::string(input);
}

}  // namespace opdk
