// Helpers for normalizations of channels.
#pragma once

#include <initializer_list>
#include <string>

#include "opdk/infer.h"

namespace ge {

// Merges the shapes of `ports`, which have one number for each channel of `x`, into `channels`; reports a
// contradiction.
inline bool MergeChannels(const Operator& op, const opdk::Dims& x, std::initializer_list<const char*> ports,
                          opdk::Dims& channels) {
  for (const char* port : ports) {
    const opdk::Dims dims = opdk::InputDims(op, port);
    const auto merged = opdk::MergeDims(channels, dims);
    if (!merged) {
      (void)opdk::ReportInferError(op, std::string(port) + " has shape " + opdk::ShapeText(dims) + ", it must be " +
                                           opdk::ShapeText(channels) + " as x " + opdk::ShapeText(x) + " has channels");
      return false;
    }
    channels = *merged;
  }
  return true;
}

}  // namespace ge
