// Facts of a model's preprocessing of images, which `atc --insert_op_conf` makes.
#include <cstdlib>

#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

// x: float[1,3,32,32]
constexpr const char* kModel = "/usr/share/libonnx-testdata/data/node/test_averagepool_2d_default/model.onnx";
constexpr const char* kConfiguration =
    "aipp_op { aipp_mode: static input_format: RGB888_U8 src_image_size_w: 64 src_image_size_h: 48 crop: true "
    "load_start_pos_w: 4 load_start_pos_h: 6 crop_size_w: 40 crop_size_h: 20 resize: true resize_output_w: 30 "
    "resize_output_h: 32 padding: true left_padding_size: 2 csc_switch: true matrix_r0c1: 256 matrix_r2c2: -7 "
    "output_bias_1: 3 input_bias_2: 128 rbuv_swap_switch: true mean_chn_0: 10 mean_chn_2: 12 min_chn_1: 0.5 "
    "var_reci_chn_2: 0.25 }";

class Aipp : public AclModel {
 protected:
  void SetUp() override {
    AclModel::SetUp();
    const std::string stem = ::testing::TempDir() + "acl_aipp_" + std::to_string(getpid());
    images_ = stem + ".om";
    std::ofstream(stem + ".cfg") << kConfiguration;
    const std::string command = std::string(OPDK_BINARY_DIR "/bin/atc --model=") + kModel + " --output=" + stem +
                                " --insert_op_conf=" + stem + ".cfg >" + stem + ".log 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << BytesOfFile(stem + ".log");
    std::filesystem::remove(stem + ".cfg");
    std::filesystem::remove(stem + ".log");
    ASSERT_OK(aclmdlLoadFromFile(images_.c_str(), &of_images_));
  }
  void TearDown() override {
    EXPECT_OK(aclmdlUnload(of_images_));
    std::filesystem::remove(images_);
    AclModel::TearDown();
  }

  std::string images_;
  uint32_t of_images_ = 0;
};

TEST_F(Aipp, IsToldAsItWasConfigured) {
  aclAippInfo info;
  ASSERT_OK(aclmdlGetFirstAippInfo(of_images_, 0, &info));
  EXPECT_EQ(info.inputFormat, ACL_RGB888_U8);
  EXPECT_EQ(info.srcImageSizeW, 64);
  EXPECT_EQ(info.srcImageSizeH, 48);
  EXPECT_EQ(info.cropSwitch, 1);
  EXPECT_EQ(info.loadStartPosW, 4);
  EXPECT_EQ(info.loadStartPosH, 6);
  EXPECT_EQ(info.cropSizeW, 40);
  EXPECT_EQ(info.cropSizeH, 20);
  EXPECT_EQ(info.resizeSwitch, 1);
  EXPECT_EQ(info.resizeOutputW, 30);
  EXPECT_EQ(info.resizeOutputH, 32);
  EXPECT_EQ(info.paddingSwitch, 1);
  EXPECT_EQ(info.leftPaddingSize, 2);
  EXPECT_EQ(info.bottomPaddingSize, 0);
  EXPECT_EQ(info.cscSwitch, 1);
  EXPECT_EQ(info.rbuvSwapSwitch, 1);
  EXPECT_EQ(info.axSwapSwitch, 0);
  EXPECT_EQ(info.matrixR0C1, 256);
  EXPECT_EQ(info.matrixR2C2, -7);
  EXPECT_EQ(info.outputBias1, 3);
  EXPECT_EQ(info.inputBias2, 128);
  EXPECT_EQ(info.meanChn0, 10);
  EXPECT_EQ(info.meanChn2, 12);
  EXPECT_EQ(info.minChn1, 0.5F);
  EXPECT_EQ(info.varReciChn0, 1.0F);
  EXPECT_EQ(info.varReciChn2, 0.25F);
  EXPECT_EQ(info.srcFormat, ACL_FORMAT_NHWC);
  EXPECT_EQ(info.srcDatatype, ACL_UINT8);
  EXPECT_EQ(info.srcDimNum, 4U);
  ASSERT_EQ(info.shapeCount, 1U);
  EXPECT_EQ(info.outDims[0].srcSize, 48U * 64 * 3);
  EXPECT_EQ(info.outDims[0].srcDims.dims[3], 3);
  EXPECT_EQ(info.outDims[0].aippOutSize, 3U * 32 * 32 * sizeof(float));
  EXPECT_EQ(info.outDims[0].aippOutdims.dims[1], 3);
}

TEST_F(Aipp, TypeIsThatOfTheInput) {
  aclmdlInputAippType type = ACL_DATA_WITHOUT_AIPP;
  size_t attached = 0;
  EXPECT_OK(aclmdlGetAippType(of_images_, 0, &type, &attached));
  EXPECT_EQ(type, ACL_DATA_WITH_STATIC_AIPP);
  EXPECT_EQ(attached, static_cast<size_t>(ACL_INVALID_NODE_INDEX));
  EXPECT_OK(aclmdlGetAippType(model_, 0, &type, &attached));
  EXPECT_EQ(type, ACL_DATA_WITHOUT_AIPP);
}

TEST_F(Aipp, WrongArgumentsAreRefused) {
  aclAippInfo info;
  aclmdlInputAippType type = ACL_DATA_WITHOUT_AIPP;
  size_t attached = 0;
  EXPECT_REFUSED(aclmdlGetFirstAippInfo(of_images_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetFirstAippInfo(of_images_, 1, &info), ACL_ERROR_INVALID_PARAM, "the model has 1");
  EXPECT_REFUSED(aclmdlGetFirstAippInfo(77, 0, &info), ACL_ERROR_INVALID_MODEL_ID, "no model 77");
  EXPECT_REFUSED(aclmdlGetFirstAippInfo(model_, 0, &info), ACL_ERROR_NOT_STATIC_AIPP, "no images");
  EXPECT_REFUSED(aclmdlGetAippType(of_images_, 0, nullptr, &attached), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetAippType(of_images_, 0, &type, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetAippType(of_images_, 9, &type, &attached), ACL_ERROR_INVALID_PARAM, "the model has 1");
  EXPECT_REFUSED(aclmdlGetAippType(77, 0, &type, &attached), ACL_ERROR_INVALID_MODEL_ID, "no model 77");
}

}  // namespace
}  // namespace opdk::acl_tests
