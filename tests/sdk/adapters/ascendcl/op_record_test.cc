// Records of the operators that a program runs, as files that atc makes models of.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "acl/acl_op_compiler.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

namespace fs = std::filesystem;

class OpRecord : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    directory_ = ::testing::TempDir() + "acl_records_" + std::to_string(getpid());
    fs::remove_all(directory_);
  }
  void TearDown() override {
    Acl::TearDown();
    fs::remove_all(directory_);
  }
  aclTensorDesc* Desc(std::vector<int64_t> dims, aclDataType type = ACL_FLOAT) {
    return descs_.emplace_back(aclCreateTensorDesc(type, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_ND));
  }
  // Runs y = ReduceSum(x: float[2, 3], axes = {1}).
  void Reduce() {
    const int64_t axes[1] = {1};
    aclTensorDesc* inputs[2] = {Desc({2, 3}), Desc({1}, ACL_INT64)};
    aclTensorDesc* outputs[1] = {Desc({2, 1})};
    EXPECT_OK(aclSetTensorConst(inputs[1], const_cast<int64_t*>(axes), sizeof axes));
    const DeviceTensor x(std::vector<float>{1, 2, 3, 4, 5, 6}), y(8);
    aclDataBuffer *from[2] = {x.buffer(), nullptr}, *to[1] = {y.buffer()};
    aclopAttr* attr = aclopCreateAttr();
    EXPECT_OK(aclopSetAttrBool(attr, "keep_dims", 1));
    EXPECT_OK(aclopCompileAndExecute("ReduceSum", 2, inputs, from, 1, outputs, to, attr, ACL_ENGINE_SYS,
                                     ACL_COMPILE_SYS, nullptr, nullptr));
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_EQ(y.values(), (std::vector<float>{6, 15}));
    aclopDestroyAttr(attr);
    for (aclTensorDesc* desc : descs_) aclDestroyTensorDesc(desc);
    descs_.clear();
  }
  nlohmann::json Read(const std::string& name) const {
    std::ifstream file(directory_ + "/" + name);
    return nlohmann::json::parse(file, nullptr, false);
  }
  std::string directory_;
  std::vector<aclTensorDesc*> descs_;
};

TEST_F(OpRecord, EachSetOfDescriptionsIsAFile) {
  Reduce();
  EXPECT_OK(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory_.c_str()));
  Reduce();
  Reduce();
  EXPECT_OK(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 1);
  const nlohmann::json op = Read("ReduceSum_1.json")[0];
  EXPECT_EQ(op["op"], "ReduceSum");
  EXPECT_EQ(op["input_desc"][0], nlohmann::json::parse(R"({"format": "ND", "shape": [2, 3], "type": "float"})"));
  EXPECT_EQ(op["input_desc"][1]["const_value"], nlohmann::json::parse("[1]"));
  EXPECT_EQ(op["attr"][0], nlohmann::json::parse(R"({"name": "keep_dims", "type": "bool", "value": true})"));
}

TEST_F(OpRecord, AtcMakesModelsOfTheFiles) {
  EXPECT_OK(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory_.c_str()));
  Reduce();
  EXPECT_OK(aclFinalize());  // which stops it
  const std::string atc =
      OPDK_BINARY_DIR "/bin/atc --singleop=" + directory_ + "/ReduceSum_1.json --output=" + directory_ + " > /dev/null";
  EXPECT_EQ(std::system(atc.c_str()), 0);
  ASSERT_OK(aclInit(nullptr));
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclopSetModelDir(directory_.c_str()));
}

TEST_F(OpRecord, AttributesOfAllTypes) {
  aclopAttr* attr = aclopCreateAttr();
  const aclDataType types[2] = {ACL_FLOAT, ACL_INT8};
  const int64_t numbers[2] = {1, 2};
  const int64_t* lists[1] = {numbers};
  const int counts[1] = {2};
  const char* texts[1] = {"text"};
  const float floats[1] = {0.5F};
  const uint8_t truths[1] = {1};
  EXPECT_OK(aclopSetAttrInt(attr, "a", 1));
  EXPECT_OK(aclopSetAttrFloat(attr, "b", 0.5F));
  EXPECT_OK(aclopSetAttrString(attr, "c", "text"));
  EXPECT_OK(aclopSetAttrDataType(attr, "d", ACL_FLOAT));
  EXPECT_OK(aclopSetAttrListInt(attr, "e", 2, numbers));
  EXPECT_OK(aclopSetAttrListFloat(attr, "f", 1, floats));
  EXPECT_OK(aclopSetAttrListBool(attr, "g", 1, truths));
  EXPECT_OK(aclopSetAttrListString(attr, "h", 1, texts));
  EXPECT_OK(aclopSetAttrListDataType(attr, "i", 2, types));
  EXPECT_OK(aclopSetAttrListListInt(attr, "j", 1, counts, lists));
  // A kernel of the program's own may have any.
  std::string bytes = BytesOfFile(OPDK_BINARY_DIR "/lib/opdk_acl_user_kernel.so");
  EXPECT_OK(
      aclopCreateKernel("Any", "any", "Scale", bytes.data(), static_cast<int>(bytes.size()), ACL_ENGINE_SYS, nullptr));
  EXPECT_OK(aclopRegisterCompileFunc(
      "Any",
      [](int, const aclTensorDesc* const*, int, const aclTensorDesc* const*, const aclopAttr*,
         aclopKernelDesc* desc) -> aclError { return aclopSetKernelArgs(desc, "any", 1, nullptr, 0); }));
  aclTensorDesc* desc = Desc({1});
  EXPECT_OK(aclopUpdateParams("Any", 1, &desc, 1, &desc, attr));
  EXPECT_OK(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory_.c_str()));
  aclopHandle* handle = nullptr;
  EXPECT_OK(aclopCreateHandle("Any", 1, &desc, 1, &desc, attr, &handle));
  EXPECT_OK(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS));
  aclopDestroyHandle(handle);
  aclDestroyTensorDesc(desc);
  aclopDestroyAttr(attr);
  const char* expected[10] = {"int 1",
                              "float 0.5",
                              "string \"text\"",
                              "data_type \"float\"",
                              "list_int [1,2]",
                              "list_float [0.5]",
                              "list_bool [true]",
                              "list_string [\"text\"]",
                              "list_data_type [\"float\",\"int8\"]",
                              "list_list_int [[1,2]]"};
  const nlohmann::json attrs = Read("Any_1.json")[0]["attr"];
  ASSERT_EQ(attrs.size(), 10U);
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(attrs[i]["type"].get<std::string>() + " " + attrs[i]["value"].dump(), expected[i]);
  }
}

TEST_F(OpRecord, RefusesWrongCalls) {
  EXPECT_REFUSED(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS), ACL_ERROR_DUMP_NOT_RUN, "aclopStartDumpArgs");
  EXPECT_REFUSED(aclopStartDumpArgs(2, directory_.c_str()), ACL_ERROR_INVALID_PARAM, "0x2");
  EXPECT_REFUSED(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, "/proc/nowhere"), ACL_ERROR_INVALID_FILE, "/proc");
  EXPECT_OK(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory_.c_str()));
  EXPECT_REFUSED(aclopStartDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS, directory_.c_str()), ACL_ERROR_DUMP_ALREADY_RUN,
                 "called before");
  EXPECT_REFUSED(aclopStopDumpArgs(7), ACL_ERROR_INVALID_PARAM, "0x7");
  EXPECT_OK(aclopStopDumpArgs(ACL_OP_DUMP_OP_AICORE_ARGS));
}

}  // namespace
}  // namespace opdk::acl_tests
