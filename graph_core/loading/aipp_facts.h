// Facts of an offline model about the preprocessing (AIPP) of its inputs: attributes of its graph, lists in this order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace opdk {

// List of the inputs' names.
inline constexpr std::string_view kAippInputs = "aipp_inputs";
// Attribute: list of the inputs whose preprocessing is given at run time. Each name is followed by the name of the
// input that takes the parameters. Of the facts below they have only AippFacts::dims.
inline constexpr std::string_view kDynamicAippInputs = "aipp_dynamic_inputs";

// Attribute: list of the extents that name the gears of a model with AIPP. These are extents of its inputs before
// images took their places, gear by gear, equally many for each.
inline constexpr std::string_view kAippGearValues = "aipp_gear_values";

struct AippFacts {
  // In the order of aclAippInfo (acl/acl_mdl.h): format, width and height of the images. Crop: flag, place and size.
  // Resize: flag and size. Padding: flag, left, right, top, bottom. Flags: conversion of colours, swap of the first and
  // third channel, swap of the last channel to the front, single lines. Matrix by rows, the bias added behind it and
  // the bias before it. Mean of four channels.
  std::vector<int64_t> numbers;
  // Minimum and reciprocal of the variance of four channels.
  std::vector<float> factors;
  // Shape and data type of the preprocessed tensor, which the model's own operators read.
  std::vector<int64_t> dims;
  int64_t dtype = 0;
  std::vector<int64_t> gear_dims = {};  // `dims` of each gear, four numbers each
};

inline constexpr size_t kAippNumbers = 39, kAippFactors = 8;

// Returns the name of the attribute that holds a fact of an input.
inline std::string AippAttr(std::string_view input, std::string_view what) {
  return "aipp_" + std::string(what) + ":" + std::string(input);
}

}  // namespace opdk
