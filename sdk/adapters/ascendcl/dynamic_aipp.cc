// The preprocessing of images that a run chooses: parameters that a program sets one by one, and writes into the buffer
// of the model's input for them.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "opdk/aipp_parameters.h"
#include "sdk/adapters/ascendcl/aipp_inputs.h"
#include "sdk/adapters/ascendcl/device_memory.h"
#include "sdk/adapters/ascendcl/models.h"

struct aclmdlAIPP {
  opdk::AippParameters parameters;
};

namespace opdk::acl {
namespace {

Handles<aclmdlAIPP>& AippSets() {
  static Handles<aclmdlAIPP> sets("set of AIPP parameters");
  return sets;
}

Outcome CheckCount(uint64_t batch) {
  if (batch >= 1 && batch <= static_cast<uint64_t>(kMostAippImages)) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there are {} images, it must be 1 to {}", batch, kMostAippImages));
}

Outcome IsWrong(const std::string& wrong) { return wrong.empty() ? Outcome() : Fail(ACL_ERROR_INVALID_PARAM, wrong); }

// Changes a copy, which is kept if it is right by itself. Parameters that aren't set yet count as values that no check
// refuses.
template <typename Change>
Outcome SetHeader(aclmdlAIPP* handle, Change change) {
  std::shared_ptr<aclmdlAIPP> set;
  OPDK_ACL_TRY(AippSets().Find(handle, set));
  AippHeader header = set->parameters.header;
  change(header);
  AippHeader whole = header;
  if (whole.format == 0) whole.format = kAippRgb888;
  if (whole.width == 0 && set->parameters.header.width == 0) whole.width = whole.height = 2;
  OPDK_ACL_TRY(IsWrong(CheckAippHeader(whole)));
  set->parameters.header = header;
  return {};
}

template <typename Change>
Outcome SetImage(aclmdlAIPP* handle, uint64_t index, Change change) {
  std::shared_ptr<aclmdlAIPP> set;
  OPDK_ACL_TRY(AippSets().Find(handle, set));
  std::vector<AippImage>& images = set->parameters.images;
  if (index >= images.size()) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no image {} of {}", index, images.size()));
  }
  AippImage image = images[index];
  change(image);
  OPDK_ACL_TRY(IsWrong(CheckAippImage(image)));
  images[index] = image;
  return {};
}

// Writes the parameters into the buffer of the pair's input of parameters.
Outcome Write(const AclModel& model, const DynamicAippInput& pair, aclmdlDataset* dataset, const aclmdlAIPP* handle) {
  std::shared_ptr<aclmdlAIPP> set;
  std::shared_ptr<aclmdlDataset> found;
  OPDK_ACL_TRY(AippSets().Find(handle, set));
  OPDK_ACL_TRY(Datasets().Find(dataset, found));
  const std::vector<int64_t>& dims = pair.dims;
  // Where a run chooses the batch, the parameters may be for the largest batch.
  const int64_t images = set->parameters.header.images;
  const AippTarget target{dims[0] < 0 ? images : dims[0], dims[1], dims[2], dims[3],
                          static_cast<int64_t>(model.inputs[pair.images].bytes)};
  OPDK_ACL_TRY(IsWrong(CheckAipp(set->parameters, target)));
  if (images > target.images) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("they are of {} images, and the model takes {}", images, target.images));
  }
  if (pair.parameters >= found->entries.size()) return NoPort("buffer", pair.parameters, found->entries.size());
  const aclDataBuffer& buffer = *found->entries[pair.parameters].buffer;
  const size_t bytes = AippBytes(target.images);
  if (buffer.size < bytes) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the parameters have {} bytes, buffer {} of the dataset has {}",
                                                     bytes, pair.parameters, buffer.size));
  }
  OPDK_ACL_TRY(CheckPlace("memory of the parameters", buffer.data, bytes, Place::kAny));
  WriteAipp(set->parameters, buffer.data);
  return {};
}

// Writes the parameters of an input. `by_images`: `index` is the index of the images, not of their parameters.
Outcome SetOfInput(uint32_t id, aclmdlDataset* dataset, size_t index, const aclmdlAIPP* handle, bool by_images) {
  std::shared_ptr<AclModel> model;
  OPDK_ACL_TRY(FindModel(id, model));
  if (index >= model->inputs.size()) return NoPort("input", index, model->inputs.size());
  for (const DynamicAippInput& pair : DynamicAippInputsOf(*model)) {
    if (index == (by_images ? pair.images : pair.parameters)) return Write(*model, pair, dataset, handle);
  }
  return Fail(
      ACL_ERROR_INVALID_PARAM,
      fmt::format(
          "input {} ({}) is {}: aclmdlGetAippType tells, and atc --insert_op_conf with aipp_mode: dynamic "
          "makes them",
          index, model->inputs[index].name,
          by_images ? "none of images that a run says how to preprocess" : "none of parameters of preprocessing"));
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclmdlAIPP* aclmdlCreateAIPP(uint64_t batchSize) {
  return Get<aclmdlAIPP*>(__func__, nullptr, [&](aclmdlAIPP*& made) -> Outcome {
    OPDK_ACL_TRY(CheckCount(batchSize));
    auto set = std::make_shared<aclmdlAIPP>();
    set->parameters.header.images = static_cast<int32_t>(batchSize);
    set->parameters.images.resize(batchSize);
    made = AippSets().Add(std::move(set));
    return {};
  });
}
aclError aclmdlDestroyAIPP(const aclmdlAIPP* aippParmsSet) {
  return Call(__func__, [&] { return AippSets().Remove(aippParmsSet); });
}
aclError aclmdlGetAippDataSize(uint64_t batchSize, size_t* size) {
  return Call(__func__, [&]() -> Outcome {
    if (size == nullptr) return IsNull("place for the size");
    OPDK_ACL_TRY(CheckCount(batchSize));
    *size = opdk::AippBytes(static_cast<int64_t>(batchSize));
    return {};
  });
}

aclError aclmdlSetAIPPInputFormat(aclmdlAIPP* aippParmsSet, aclAippInputFormat inputFormat) {
  return Call(__func__, [&] {
    return SetHeader(aippParmsSet, [&](opdk::AippHeader& header) {
      // 0 would stand for one that isn't set.
      header.format = inputFormat == 0 ? -1 : static_cast<int32_t>(inputFormat);
    });
  });
}
aclError aclmdlSetAIPPCscParams(aclmdlAIPP* aippParmsSet, int8_t cscSwitch, int16_t cscMatrixR0C0,
                                int16_t cscMatrixR0C1, int16_t cscMatrixR0C2, int16_t cscMatrixR1C0,
                                int16_t cscMatrixR1C1, int16_t cscMatrixR1C2, int16_t cscMatrixR2C0,
                                int16_t cscMatrixR2C1, int16_t cscMatrixR2C2, uint8_t cscOutputBiasR0,
                                uint8_t cscOutputBiasR1, uint8_t cscOutputBiasR2, uint8_t cscInputBiasR0,
                                uint8_t cscInputBiasR1, uint8_t cscInputBiasR2) {
  return Call(__func__, [&] {
    return SetHeader(aippParmsSet, [&](opdk::AippHeader& header) {
      header.converts_colours = cscSwitch;
      const std::initializer_list<int32_t> matrix = {cscMatrixR0C0, cscMatrixR0C1, cscMatrixR0C2,
                                                     cscMatrixR1C0, cscMatrixR1C1, cscMatrixR1C2,
                                                     cscMatrixR2C0, cscMatrixR2C1, cscMatrixR2C2};
      std::copy(matrix.begin(), matrix.end(), header.matrix);
      const std::initializer_list<int32_t> behind = {cscOutputBiasR0, cscOutputBiasR1, cscOutputBiasR2},
                                           before = {cscInputBiasR0, cscInputBiasR1, cscInputBiasR2};
      std::copy(behind.begin(), behind.end(), header.output_bias);
      std::copy(before.begin(), before.end(), header.input_bias);
    });
  });
}
aclError aclmdlSetAIPPRbuvSwapSwitch(aclmdlAIPP* aippParmsSet, int8_t rbuvSwapSwitch) {
  return Call(__func__, [&] {
    return SetHeader(aippParmsSet, [&](opdk::AippHeader& header) { header.swaps_red_and_blue = rbuvSwapSwitch; });
  });
}
aclError aclmdlSetAIPPAxSwapSwitch(aclmdlAIPP* aippParmsSet, int8_t axSwapSwitch) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<aclmdlAIPP> set;
    OPDK_ACL_TRY(AippSets().Find(aippParmsSet, set));
    if (axSwapSwitch == 0) return {};
    if (axSwapSwitch != 1) return Fail(ACL_ERROR_INVALID_PARAM, "a switch must be 0 or 1");
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "no format has four channels, so no channel can be moved");
  });
}
aclError aclmdlSetAIPPSrcImageSize(aclmdlAIPP* aippParmsSet, int32_t srcImageSizeW, int32_t srcImageSizeH) {
  return Call(__func__, [&]() -> Outcome {
    return SetHeader(aippParmsSet, [&](opdk::AippHeader& header) {
      // 0 would stand for one that isn't set.
      header.width = srcImageSizeW == 0 ? -1 : srcImageSizeW;
      header.height = srcImageSizeH;
    });
  });
}

aclError aclmdlSetAIPPScfParams(aclmdlAIPP* aippParmsSet, int8_t scfSwitch, int32_t scfInputSizeW,
                                int32_t scfInputSizeH, int32_t scfOutputSizeW, int32_t scfOutputSizeH,
                                uint64_t batchIndex) {
  return Call(__func__, [&] {
    return SetImage(aippParmsSet, batchIndex, [&](opdk::AippImage& image) {
      image.resizes = scfSwitch;
      image.from_width = scfInputSizeW;
      image.from_height = scfInputSizeH;
      image.to_width = scfOutputSizeW;
      image.to_height = scfOutputSizeH;
    });
  });
}
aclError aclmdlSetAIPPCropParams(aclmdlAIPP* aippParmsSet, int8_t cropSwitch, int32_t cropStartPosW,
                                 int32_t cropStartPosH, int32_t cropSizeW, int32_t cropSizeH, uint64_t batchIndex) {
  return Call(__func__, [&] {
    return SetImage(aippParmsSet, batchIndex, [&](opdk::AippImage& image) {
      image.crops = cropSwitch;
      image.left = cropStartPosW;
      image.top = cropStartPosH;
      image.width = cropSizeW;
      image.height = cropSizeH;
    });
  });
}
aclError aclmdlSetAIPPPaddingParams(aclmdlAIPP* aippParmsSet, int8_t paddingSwitch, int32_t paddingSizeTop,
                                    int32_t paddingSizeBottom, int32_t paddingSizeLeft, int32_t paddingSizeRight,
                                    uint64_t batchIndex) {
  return Call(__func__, [&] {
    return SetImage(aippParmsSet, batchIndex, [&](opdk::AippImage& image) {
      image.pads = paddingSwitch;
      image.above = paddingSizeTop;
      image.below = paddingSizeBottom;
      image.before = paddingSizeLeft;
      image.behind = paddingSizeRight;
    });
  });
}
aclError aclmdlSetAIPPDtcPixelMean(aclmdlAIPP* aippParmsSet, int16_t dtcPixelMeanChn0, int16_t dtcPixelMeanChn1,
                                   int16_t dtcPixelMeanChn2, int16_t dtcPixelMeanChn3, uint64_t batchIndex) {
  return Call(__func__, [&] {
    return SetImage(aippParmsSet, batchIndex, [&](opdk::AippImage& image) {
      const int32_t means[] = {dtcPixelMeanChn0, dtcPixelMeanChn1, dtcPixelMeanChn2, dtcPixelMeanChn3};
      std::copy_n(means, 4, image.mean);
    });
  });
}
aclError aclmdlSetAIPPDtcPixelMin(aclmdlAIPP* aippParmsSet, float dtcPixelMinChn0, float dtcPixelMinChn1,
                                  float dtcPixelMinChn2, float dtcPixelMinChn3, uint64_t batchIndex) {
  return Call(__func__, [&] {
    return SetImage(aippParmsSet, batchIndex, [&](opdk::AippImage& image) {
      const float minima[] = {dtcPixelMinChn0, dtcPixelMinChn1, dtcPixelMinChn2, dtcPixelMinChn3};
      std::copy_n(minima, 4, image.minimum);
    });
  });
}
aclError aclmdlSetAIPPPixelVarReci(aclmdlAIPP* aippParmsSet, float dtcPixelVarReciChn0, float dtcPixelVarReciChn1,
                                   float dtcPixelVarReciChn2, float dtcPixelVarReciChn3, uint64_t batchIndex) {
  return Call(__func__, [&] {
    return SetImage(aippParmsSet, batchIndex, [&](opdk::AippImage& image) {
      const float reciprocals[] = {dtcPixelVarReciChn0, dtcPixelVarReciChn1, dtcPixelVarReciChn2, dtcPixelVarReciChn3};
      std::copy_n(reciprocals, 4, image.reciprocal);
    });
  });
}

aclError aclmdlSetInputAIPP(uint32_t modelId, aclmdlDataset* dataset, size_t index, const aclmdlAIPP* aippParmsSet) {
  return Call(__func__, [&] { return SetOfInput(modelId, dataset, index, aippParmsSet, false); });
}
aclError aclmdlSetAIPPByInputIndex(uint32_t modelId, aclmdlDataset* dataset, size_t index,
                                   const aclmdlAIPP* aippParmsSet) {
  return Call(__func__, [&] { return SetOfInput(modelId, dataset, index, aippParmsSet, true); });
}
