#include "op_proto/image/col2_im.h"

#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

// Returns why the blocks of the image don't fit the input; "": they do.
std::string BlockFault(const Operator& op, const opdk::Dims& x, const opdk::Dims& image, const opdk::Dims& block) {
  const opdk::Dims strides = opdk::ListIntAttr(op, "strides"), dilations = opdk::ListIntAttr(op, "dilations"),
                   pads = opdk::ListIntAttr(op, "pads");
  const size_t axes = image.size();
  if (block.size() != axes || (!strides.empty() && strides.size() != axes) ||
      (!dilations.empty() && dilations.size() != axes) || (!pads.empty() && pads.size() != 2 * axes)) {
    return "image_shape, block_shape, strides, dilations and pads tell of different numbers of axes";
  }
  int64_t elements = 1, blocks = 1;
  for (size_t i = 0; i < axes; ++i) {
    const int64_t stride = strides.empty() ? 1 : strides[i], dilation = dilations.empty() ? 1 : dilations[i];
    const int64_t padding = pads.empty() ? 0 : pads[i] + pads[i + axes];
    if (block[i] < 1 || image[i] < 0 || stride < 1 || dilation < 1 ||
        (!pads.empty() && (pads[i] < 0 || padding < pads[i]))) {
      return "an extent, stride, dilation or pad is out of range";
    }
    const int64_t span = image[i] + padding - dilation * (block[i] - 1) - 1;
    if (span < 0) return "a block is larger than the padded image";
    elements *= block[i];
    blocks *= span / stride + 1;
  }
  if (x[1] >= 0 && x[1] % elements != 0) {
    return std::to_string(x[1]) + " is no multiple of the " + std::to_string(elements) + " elements of a block";
  }
  if (x[2] >= 0 && x[2] != blocks) {
    return "there are " + std::to_string(x[2]) + " blocks, the image has " + std::to_string(blocks);
  }
  return "";
}

}  // namespace

IMPLEMT_INFERFUNC(Col2Im, Col2ImInfer) {
  const auto x = opdk::MergeDims(opdk::InputDims(op, "input"), opdk::Dims(3, UNKNOWN_DIM));
  if (!x) {
    return opdk::ReportInferError(
        op, "input of shape " + opdk::ShapeText(opdk::InputDims(op, "input")) + " must have rank 3");
  }
  const DataType type = opdk::InputType(op, "input");
  const auto image = opdk::ConstInts(op, "image_shape"), block = opdk::ConstInts(op, "block_shape");
  if (image && block) {
    if (const std::string fault = BlockFault(op, *x, *image, *block); !fault.empty()) {
      return opdk::ReportInferError(op, fault);
    }
  }
  opdk::Dims y = {(*x)[0], UNKNOWN_DIM};
  if (block && opdk::ExtentProduct(*block) > 0 && (*x)[1] >= 0) y[1] = (*x)[1] / opdk::ExtentProduct(*block);
  const opdk::Dims shape = opdk::InputDims(op, "image_shape");
  if (image) {
    y.insert(y.end(), image->begin(), image->end());
  } else if (!opdk::IsUnknownRank(shape) && shape.size() == 1 && shape[0] >= 0) {
    y.insert(y.end(), static_cast<size_t>(shape[0]), UNKNOWN_DIM);
  } else {
    y = opdk::kUnknownRank;
  }
  return opdk::SetOutput(op, "output", y, type);
}

INFER_FUNC_REG(Col2Im, Col2ImInfer);

}  // namespace ge
