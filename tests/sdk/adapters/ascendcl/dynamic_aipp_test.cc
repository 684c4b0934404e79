// Preprocessing that a run chooses gives the same as preprocessing that a model was made with.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "opdk/aipp_parameters.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

// The steps for one image, in both forms.
struct Steps {
  std::array<int, 4> crop = {};    // left, top, width, height; width 0: not
  std::array<int, 2> resize = {};  // width, height; 0: not
  std::array<int, 4> pad = {};     // above, below, before, behind
  std::array<int16_t, 3> mean = {};
  std::array<float, 3> minimum = {};
  std::array<float, 3> reciprocal = {1, 1, 1};
};
struct Images {
  aclAippInputFormat format;
  int width, height;
  std::vector<int16_t> matrix = {};  // by rows
  std::array<uint8_t, 3> behind = {}, before = {};
  bool swap = false;
};

size_t BytesOfImage(const Images& images) {
  const auto pixels = static_cast<size_t>(images.width * images.height);
  return images.format == ACL_RGB888_U8 ? 3 * pixels : images.format == ACL_YUV420SP_U8 ? pixels * 3 / 2 : pixels;
}

std::string Configuration(const Images& images, const Steps& steps) {
  const char* format = images.format == ACL_RGB888_U8     ? "RGB888_U8"
                       : images.format == ACL_YUV420SP_U8 ? "YUV420SP_U8"
                                                          : "YUV400_U8";
  std::string text =
      fmt::format("aipp_op {{ aipp_mode: static input_format: {} src_image_size_w: {} src_image_size_h: {}", format,
                  images.width, images.height);
  for (size_t i = 0; i < images.matrix.size(); ++i) {
    text += fmt::format(" matrix_r{}c{}: {}", i / 3, i % 3, images.matrix[i]);
  }
  if (!images.matrix.empty()) text += " csc_switch: true";
  if (images.swap) text += " rbuv_swap_switch: true";
  const auto& [left, top, width, height] = steps.crop;
  if (width > 0) {
    text += fmt::format(" crop: true load_start_pos_w: {} load_start_pos_h: {} crop_size_w: {} crop_size_h: {}", left,
                        top, width, height);
  }
  if (steps.resize[0] > 0) {
    text += fmt::format(" resize: true resize_output_w: {} resize_output_h: {}", steps.resize[0], steps.resize[1]);
  }
  text += fmt::format(
      " padding: true top_padding_size: {} bottom_padding_size: {} left_padding_size: {} "
      "right_padding_size: {}",
      steps.pad[0], steps.pad[1], steps.pad[2], steps.pad[3]);
  for (size_t i = 0; i < 3; ++i) {
    text += fmt::format(
        " output_bias_{0}: {1} input_bias_{0}: {2} mean_chn_{0}: {3} min_chn_{0}: {4} var_reci_chn_{0}: {5}", i,
        images.behind[i], images.before[i], steps.mean[i], steps.minimum[i], steps.reciprocal[i]);
  }
  return text + " }";
}

void Set(const Images& images, const std::vector<Steps>& steps, aclmdlAIPP* set) {
  EXPECT_OK(aclmdlSetAIPPInputFormat(set, images.format));
  EXPECT_OK(aclmdlSetAIPPSrcImageSize(set, images.width, images.height));
  EXPECT_OK(aclmdlSetAIPPRbuvSwapSwitch(set, images.swap));
  EXPECT_OK(aclmdlSetAIPPAxSwapSwitch(set, 0));
  std::vector<int16_t> m = images.matrix;
  m.resize(9);
  const auto& to = images.behind;
  const auto& from = images.before;
  EXPECT_OK(aclmdlSetAIPPCscParams(set, !images.matrix.empty(), m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8],
                                   to[0], to[1], to[2], from[0], from[1], from[2]));
  for (size_t i = 0; i < steps.size(); ++i) {
    const Steps& s = steps[i];
    const bool crops = s.crop[2] > 0;
    EXPECT_OK(aclmdlSetAIPPCropParams(set, crops, s.crop[0], s.crop[1], s.crop[2], s.crop[3], i));
    EXPECT_OK(aclmdlSetAIPPScfParams(set, s.resize[0] > 0, crops ? s.crop[2] : images.width,
                                     crops ? s.crop[3] : images.height, s.resize[0], s.resize[1], i));
    EXPECT_OK(aclmdlSetAIPPPaddingParams(set, 1, s.pad[0], s.pad[1], s.pad[2], s.pad[3], i));
    EXPECT_OK(aclmdlSetAIPPDtcPixelMean(set, s.mean[0], s.mean[1], s.mean[2], 0, i));
    EXPECT_OK(aclmdlSetAIPPDtcPixelMin(set, s.minimum[0], s.minimum[1], s.minimum[2], 0, i));
    EXPECT_OK(aclmdlSetAIPPPixelVarReci(set, s.reciprocal[0], s.reciprocal[1], s.reciprocal[2], 1, i));
  }
}

std::vector<char> SomeBytes(size_t count) {
  std::vector<char> bytes(count);
  uint32_t state = 7;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

void Fill(const DeviceTensor& tensor, const std::vector<char>& bytes) {
  EXPECT_OK(aclrtMemcpy(tensor.data(), bytes.size(), bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE));
}

constexpr size_t kMostBytes = 20000;

// y = -x of images; models of it are made by atc.
class DynamicAipp : public Acl {
 protected:
  void SetUp() override {
    stem_ = ::testing::TempDir() + "acl_dynamic_aipp_" + std::to_string(getpid());
    UseBuiltinOperatorsAlone();
  }
  void TearDown() override {
    if (began_) Acl::TearDown();
    for (const char* suffix : {".air", ".cfg", ".log", ".om"}) std::filesystem::remove(stem_ + suffix);
  }

  void Save(const std::vector<int64_t>& dims, ge::DataType dtype) {
    dims_ = dims;
    bytes_ = dtype == ge::DT_FLOAT ? sizeof(float) : 2;
    for (const int64_t extent : dims) bytes_ *= static_cast<size_t>(extent);
    ASSERT_EQ(ge::aclgrphBuildInitialize(std::map<std::string, std::string>{{"ge.socVersion", "native"}}),
              ge::GRAPH_SUCCESS);
    {
      ge::Operator x("x", "Data");
      DescOf(x).outputs.push_back({"y", 0, ge::TensorDesc(ge::Shape(dims), ge::FORMAT_NCHW, dtype)});
      ge::Operator neg = ge::OperatorFactory::CreateOperator("neg", "Neg");
      neg.SetInput("x", x);
      ge::Graph graph("images");
      graph.SetInputs({x}).SetOutputs(std::vector<ge::Operator>{neg});
      ASSERT_EQ(graph.SaveToFile(stem_ + ".air"), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
    }
    ge::aclgrphBuildFinalize();
    Acl::SetUp();
    began_ = true;
  }

  // Loads the model with this configuration. `flags`: of atc.
  uint32_t Load(const std::string& configuration, const std::string& flags = "") {
    std::ofstream(stem_ + ".cfg") << configuration;
    const std::string command = OPDK_BINARY_DIR "/bin/atc --framework=1 --model=" + stem_ + ".air --output=" + stem_ +
                                " --insert_op_conf=" + stem_ + ".cfg " + flags + " >" + stem_ + ".log 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << BytesOfFile(stem_ + ".log");
    uint32_t model = 0;
    EXPECT_OK(aclmdlLoadFromFile((stem_ + ".om").c_str(), &model));
    return model;
  }
  uint32_t LoadDynamic() {
    return Load(fmt::format("aipp_op {{ aipp_mode: dynamic max_src_image_size: {} }}", kMostBytes));
  }

  std::string Static(const Images& images, const Steps& steps) {
    const uint32_t model = Load(Configuration(images, steps));
    const DeviceTensor x(static_cast<size_t>(dims_[0]) * BytesOfImage(images)), y(bytes_);
    Fill(x, SomeBytes(static_cast<size_t>(dims_[0]) * BytesOfImage(images)));
    EXPECT_OK(aclmdlExecute(model, x.dataset(), y.dataset()));
    EXPECT_OK(aclmdlUnload(model));
    return std::string(static_cast<const char*>(y.data()), bytes_);
  }

  std::string Dynamic(uint32_t model, const Images& images, const std::vector<Steps>& steps) {
    aclmdlDesc* desc = aclmdlCreateDesc();
    EXPECT_OK(aclmdlGetDesc(desc, model));
    size_t index = 0, size = 0;
    EXPECT_OK(aclmdlGetInputIndexByName(desc, ACL_DYNAMIC_AIPP_NAME, &index));
    EXPECT_EQ(index, 1U);
    EXPECT_OK(aclmdlGetAippDataSize(steps.size(), &size));
    EXPECT_EQ(size, aclmdlGetInputSizeByIndex(desc, index));
    EXPECT_EQ(aclmdlGetInputSizeByIndex(desc, 0), kMostBytes);
    EXPECT_OK(aclmdlDestroyDesc(desc));
    const DeviceTensor x(kMostBytes), parameters(size), y(bytes_);
    Fill(x, SomeBytes(steps.size() * BytesOfImage(images)));
    EXPECT_OK(aclmdlAddDatasetBuffer(x.dataset(), parameters.buffer()));
    aclmdlAIPP* set = aclmdlCreateAIPP(steps.size());
    Set(images, steps, set);
    EXPECT_OK(aclmdlSetInputAIPP(model, x.dataset(), index, set));
    EXPECT_OK(aclmdlExecute(model, x.dataset(), y.dataset()));
    const std::string first(static_cast<const char*>(y.data()), bytes_);
    std::memset(parameters.data(), 0, size);
    EXPECT_OK(aclmdlSetAIPPByInputIndex(model, x.dataset(), 0, set));
    EXPECT_OK(aclmdlExecute(model, x.dataset(), y.dataset()));
    EXPECT_EQ(first, std::string(static_cast<const char*>(y.data()), bytes_));
    EXPECT_OK(aclmdlDestroyAIPP(set));
    return first;
  }

  void ExpectTheSame(uint32_t model, const Images& images, const Steps& steps) {
    const std::string expected = Static(images, steps);
    const std::string got = Dynamic(model, images, std::vector<Steps>(static_cast<size_t>(dims_[0]), steps));
    EXPECT_TRUE(got == expected) << Configuration(images, steps);
  }

  std::string stem_;
  std::vector<int64_t> dims_;
  size_t bytes_ = 0;
  bool began_ = false;
};

const Steps kCropAndPad = {{3, 2, 6, 7}, {}, {1, 0, 1, 2}, {104, 117, 123}, {0.5, 0, 0.3F}, {0.017F, 0.5, 2}};
const Steps kEnlarge = {{2, 4, 4, 6}, {9, 8}, {}, {1, 2, 3}, {}, {1, 0.25, 0.1F}};
const Steps kShrink = {{}, {5, 3}, {2, 3, 4, 0}, {}, {}, {1, 1, 1}};
const std::vector<int16_t> kToRgb = {298, 0, 409, 298, -100, -208, 298, 516, 0};

TEST_F(DynamicAipp, OneModelTakesTheFormatsOfSeveralStaticModels) {
  Save({2, 3, 8, 9}, ge::DT_FLOAT);
  const uint32_t model = LoadDynamic();
  ExpectTheSame(model, {ACL_RGB888_U8, 13, 11, {}, {}, {}, true}, kCropAndPad);
  ExpectTheSame(model, {ACL_RGB888_U8, 17, 31}, kShrink);
  ExpectTheSame(model, {ACL_RGB888_U8, 10, 12, {77, 150, 29, -43, -85, 128, 32767, -107, -21}, {0, 128, 7}}, kEnlarge);
  ExpectTheSame(model, {ACL_YUV420SP_U8, 12, 10, kToRgb, {}, {16, 128, 128}, true}, kEnlarge);
  ExpectTheSame(model, {ACL_YUV420SP_U8, 16, 26, kToRgb, {1, 2, 3}, {16, 128, 128}}, kShrink);
  EXPECT_OK(aclmdlUnload(model));
}

TEST_F(DynamicAipp, EachImageHasItsOwnSteps) {
  Save({2, 3, 8, 9}, ge::DT_FLOAT);
  const Images images = {ACL_RGB888_U8, 12, 10};
  const std::string one = Static(images, kCropAndPad), other = Static(images, kEnlarge);
  const uint32_t model = LoadDynamic();
  const std::string both = Dynamic(model, images, {kCropAndPad, kEnlarge});
  EXPECT_TRUE(both == one.substr(0, bytes_ / 2) + other.substr(bytes_ / 2));
  EXPECT_OK(aclmdlUnload(model));
}

TEST_F(DynamicAipp, OneChannelOfFloat16) {
  Save({1, 1, 8, 9}, ge::DT_FLOAT16);
  const uint32_t model = LoadDynamic();
  ExpectTheSame(model, {ACL_YUV420SP_U8, 12, 10, kToRgb, {1, 2, 3}, {16, 128, 128}, true}, kEnlarge);
  ExpectTheSame(model, {ACL_RGB888_U8, 13, 11, {}, {}, {}, true}, kCropAndPad);
  ExpectTheSame(model, {ACL_YUV400_U8, 12, 10}, kEnlarge);
  ExpectTheSame(model, {ACL_YUV400_U8, 13, 11}, kCropAndPad);
  EXPECT_OK(aclmdlUnload(model));
}

TEST_F(DynamicAipp, ABatchThatARunSaysTakesParametersOfTheLargest) {
  Save({2, 3, 8, 9}, ge::DT_FLOAT);
  const Images images = {ACL_RGB888_U8, 12, 10};
  const std::string right = Static(images, kCropAndPad);
  const uint32_t model = Load(fmt::format("aipp_op {{ aipp_mode: dynamic max_src_image_size: {} }}", kMostBytes),
                              "--input_shape=\"x:-1,3,8,9\" --dynamic_batch_size=\"1,2\"");
  const DeviceTensor x(kMostBytes), parameters(AippBytes(2)), gear(sizeof(int32_t)), y(bytes_);
  Fill(x, SomeBytes(2 * BytesOfImage(images)));
  EXPECT_OK(aclmdlAddDatasetBuffer(x.dataset(), parameters.buffer()));
  EXPECT_OK(aclmdlAddDatasetBuffer(x.dataset(), gear.buffer()));
  aclmdlAIPP* set = aclmdlCreateAIPP(2);
  Set(images, {kCropAndPad, kCropAndPad}, set);
  EXPECT_OK(aclmdlSetInputAIPP(model, x.dataset(), 1, set));
  for (const size_t batch : {1, 2}) {
    EXPECT_OK(aclmdlSetDynamicBatchSize(model, x.dataset(), 2, batch));
    EXPECT_OK(aclmdlExecute(model, x.dataset(), y.dataset()));
    const size_t bytes = bytes_ / 2 * batch;
    EXPECT_TRUE(std::string(static_cast<const char*>(y.data()), bytes) == right.substr(0, bytes)) << batch;
  }
  EXPECT_OK(aclmdlDestroyAIPP(set));
  EXPECT_OK(aclmdlUnload(model));
}

TEST_F(DynamicAipp, PicturesOfGearsAreNamedByTheModelsExtents) {
  Save({1, 3, 6, 4}, ge::DT_FLOAT);
  const uint32_t model = Load("aipp_op { aipp_mode: static input_format: RGB888_U8 padding: true top_padding_size: 2 }",
                              "--input_shape=\"x:1,3,-1,-1\" --dynamic_image_size=\"6,4;10,8\"");
  aclmdlDesc* desc = aclmdlCreateDesc();
  EXPECT_OK(aclmdlGetDesc(desc, model));
  aclmdlHW sizes;
  EXPECT_OK(aclmdlGetDynamicHW(desc, 0, &sizes));
  ASSERT_EQ(sizes.hwCount, 2U);
  EXPECT_EQ(sizes.hw[1][0], 10U);
  EXPECT_EQ(sizes.hw[1][1], 8U);
  aclAippInfo info;
  EXPECT_OK(aclmdlGetFirstAippInfo(model, 0, &info));
  ASSERT_EQ(info.shapeCount, 2U);
  EXPECT_EQ(info.outDims[1].srcDims.dims[1], 8);
  EXPECT_EQ(info.outDims[1].aippOutdims.dims[2], 10);
  EXPECT_OK(aclmdlDestroyDesc(desc));
  EXPECT_OK(aclmdlUnload(model));
}

TEST_F(DynamicAipp, InputsTellWhatTheyAre) {
  Save({1, 3, 4, 4}, ge::DT_FLOAT);
  const uint32_t model = LoadDynamic();
  aclmdlInputAippType type = ACL_DATA_WITHOUT_AIPP;
  size_t attached = 0;
  EXPECT_OK(aclmdlGetAippType(model, 0, &type, &attached));
  EXPECT_EQ(type, ACL_DATA_WITH_DYNAMIC_AIPP);
  EXPECT_EQ(attached, 1U);
  EXPECT_OK(aclmdlGetAippType(model, 1, &type, &attached));
  EXPECT_EQ(type, ACL_DYNAMIC_AIPP_NODE);
  EXPECT_EQ(attached, static_cast<size_t>(ACL_INVALID_NODE_INDEX));
  aclAippInfo info;
  EXPECT_REFUSED(aclmdlGetFirstAippInfo(model, 0, &info), ACL_ERROR_NOT_STATIC_AIPP, "as a run says");
  EXPECT_OK(aclmdlUnload(model));
}

TEST_F(DynamicAipp, FormatsThatTheModelDoesNotTakeAreRefused) {
  Save({1, 3, 4, 4}, ge::DT_FLOAT);
  const uint32_t model = LoadDynamic();
  const DeviceTensor x(kMostBytes), parameters(AippBytes(1)), y(bytes_);
  const auto write = [&](aclmdlAIPP* set) { return aclmdlSetInputAIPP(model, x.dataset(), 1, set); };
  aclmdlAIPP* set = aclmdlCreateAIPP(1);
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "the format of images is 0");
  EXPECT_OK(aclmdlSetAIPPInputFormat(set, ACL_RGB888_U8));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "width is 0");
  EXPECT_OK(aclmdlSetAIPPSrcImageSize(set, 5, 4));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "gives 4 x 5, and the model takes 4 x 4");
  EXPECT_OK(aclmdlSetAIPPCropParams(set, 1, 2, 0, 4, 4, 0));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "lies outside");
  EXPECT_OK(aclmdlSetAIPPCropParams(set, 1, 1, 0, 4, 4, 0));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "there is no buffer 1");
  EXPECT_OK(aclmdlAddDatasetBuffer(x.dataset(), parameters.buffer()));
  EXPECT_OK(write(set));
  EXPECT_OK(aclmdlExecute(model, x.dataset(), y.dataset()));
  EXPECT_OK(aclmdlSetAIPPScfParams(set, 1, 5, 4, 4, 4, 0));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "what is resized is said to be 4 x 5, and is 4 x 4");
  EXPECT_OK(aclmdlSetAIPPInputFormat(set, ACL_YUV420SP_U8));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "are even");
  EXPECT_OK(aclmdlSetAIPPSrcImageSize(set, 400, 400));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "max_src_image_size");
  EXPECT_OK(aclmdlSetAIPPInputFormat(set, ACL_YUV400_U8));
  EXPECT_REFUSED(write(set), ACL_ERROR_INVALID_PARAM, "have 1 channels");
  EXPECT_REFUSED(aclmdlSetInputAIPP(model, x.dataset(), 0, set), ACL_ERROR_INVALID_PARAM, "aclmdlGetAippType");
  EXPECT_REFUSED(aclmdlSetAIPPByInputIndex(model, x.dataset(), 1, set), ACL_ERROR_INVALID_PARAM, "aclmdlGetAippType");
  EXPECT_REFUSED(aclmdlSetInputAIPP(model, x.dataset(), 2, set), ACL_ERROR_INVALID_PARAM, "no input 2");
  EXPECT_REFUSED(aclmdlSetInputAIPP(77, x.dataset(), 1, set), ACL_ERROR_INVALID_MODEL_ID, "no model 77");
  aclmdlAIPP* two = aclmdlCreateAIPP(2);
  EXPECT_OK(aclmdlSetAIPPInputFormat(two, ACL_RGB888_U8));
  EXPECT_OK(aclmdlSetAIPPSrcImageSize(two, 4, 4));
  EXPECT_REFUSED(write(two), ACL_ERROR_INVALID_PARAM, "of 2 images, and the model takes 1");
  EXPECT_OK(aclmdlDestroyAIPP(two));
  EXPECT_REFUSED(write(two), ACL_ERROR_INVALID_PARAM, "destroyed");
  // A program that writes the bytes itself is stopped by the run.
  std::memset(parameters.data(), 0, AippBytes(1));
  EXPECT_NE(aclmdlExecute(model, x.dataset(), y.dataset()), ACL_SUCCESS);
  EXPECT_ERROR("DynamicAipp");  // the log says more
  EXPECT_OK(aclmdlDestroyAIPP(set));
  EXPECT_OK(aclmdlUnload(model));
}

class AippSet : public Acl {};

TEST_F(AippSet, ValuesOutOfRangeAreRefused) {
  size_t size = 0;
  EXPECT_EQ(aclmdlCreateAIPP(0), nullptr);
  EXPECT_ERROR("there are 0 images");
  EXPECT_REFUSED(aclmdlGetAippDataSize(5000, &size), ACL_ERROR_INVALID_PARAM, "1 to 4096");
  EXPECT_REFUSED(aclmdlGetAippDataSize(1, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  aclmdlAIPP* set = aclmdlCreateAIPP(2);
  EXPECT_REFUSED(aclmdlSetAIPPInputFormat(set, ACL_XRGB8888_U8), ACL_ERROR_INVALID_PARAM, "RGB888_U8 (3)");
  EXPECT_REFUSED(aclmdlSetAIPPInputFormat(nullptr, ACL_RGB888_U8), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlSetAIPPCscParams(set, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), ACL_ERROR_INVALID_PARAM,
                 "colours is 2");
  EXPECT_REFUSED(aclmdlSetAIPPRbuvSwapSwitch(set, -1), ACL_ERROR_INVALID_PARAM, "swapping is -1");
  EXPECT_REFUSED(aclmdlSetAIPPAxSwapSwitch(set, 1), ACL_ERROR_FEATURE_UNSUPPORTED, "no format has four channels");
  EXPECT_REFUSED(aclmdlSetAIPPAxSwapSwitch(set, 3), ACL_ERROR_INVALID_PARAM, "0 or 1");
  EXPECT_REFUSED(aclmdlSetAIPPSrcImageSize(set, 0, 4), ACL_ERROR_INVALID_PARAM, "width is -1");
  EXPECT_REFUSED(aclmdlSetAIPPSrcImageSize(set, 4, 70000), ACL_ERROR_INVALID_PARAM, "height is 70000");
  EXPECT_REFUSED(aclmdlSetAIPPScfParams(set, 1, 4, 4, 0, 4, 0), ACL_ERROR_INVALID_PARAM, "resizing is 0");
  EXPECT_REFUSED(aclmdlSetAIPPCropParams(set, 1, -1, 0, 4, 4, 0), ACL_ERROR_INVALID_PARAM, "starts is -1");
  EXPECT_REFUSED(aclmdlSetAIPPCropParams(set, 0, 0, 0, 0, 0, 2), ACL_ERROR_INVALID_PARAM, "no image 2 of 2");
  EXPECT_REFUSED(aclmdlSetAIPPPaddingParams(set, 1, 0, -3, 0, 0, 1), ACL_ERROR_INVALID_PARAM, "padding is -3");
  EXPECT_REFUSED(aclmdlSetAIPPDtcPixelMean(set, 0, 0, 0, 0, 9), ACL_ERROR_INVALID_PARAM, "no image 9");
  EXPECT_REFUSED(aclmdlSetAIPPDtcPixelMean(set, 0, -1, 0, 0, 0), ACL_ERROR_INVALID_PARAM, "a mean is -1");
  EXPECT_REFUSED(aclmdlSetAIPPDtcPixelMean(set, 0, 0, 256, 0, 0), ACL_ERROR_INVALID_PARAM, "a mean is 256");
  EXPECT_OK(aclmdlSetAIPPDtcPixelMean(set, 0, 255, 0, 0, 0));
  EXPECT_REFUSED(aclmdlSetAIPPDtcPixelMin(set, 0, 0, -0.5F, 0, 0), ACL_ERROR_INVALID_PARAM, "a minimum is -0.5");
  EXPECT_REFUSED(aclmdlSetAIPPDtcPixelMin(set, 255.5F, 0, 0, 0, 0), ACL_ERROR_INVALID_PARAM, "a minimum is 255.5");
  EXPECT_REFUSED(aclmdlSetAIPPPixelVarReci(set, 1, 70000, 1, 1, 0), ACL_ERROR_INVALID_PARAM, "variance is 70000");
  EXPECT_REFUSED(aclmdlSetAIPPDtcPixelMin(set, NAN, 0, 0, 0, 0), ACL_ERROR_INVALID_PARAM, "minimum");
  EXPECT_REFUSED(aclmdlSetAIPPPixelVarReci(set, 1, INFINITY, 1, 1, 0), ACL_ERROR_INVALID_PARAM, "reciprocal");
  EXPECT_OK(aclmdlSetAIPPInputFormat(set, ACL_YUV400_U8));
  EXPECT_REFUSED(aclmdlSetAIPPRbuvSwapSwitch(set, 1), ACL_ERROR_INVALID_PARAM, "needs three");
  EXPECT_OK(aclmdlDestroyAIPP(set));
  EXPECT_REFUSED(aclmdlDestroyAIPP(set), ACL_ERROR_INVALID_PARAM, "destroyed");
}

}  // namespace
}  // namespace opdk::acl_tests
