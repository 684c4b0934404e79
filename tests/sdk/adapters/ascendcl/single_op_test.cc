// Single operators: attributes, compilation, runs, handles, models of one operator, inference, casts, options.
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "acl/acl_op_compiler.h"
#include "tests/sdk/adapters/ascendcl/held_stream.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

// A description of its own.
class Desc {
 public:
  explicit Desc(std::vector<int64_t> dims, aclDataType type = ACL_FLOAT)
      : desc_(aclCreateTensorDesc(type, static_cast<int>(dims.size()), dims.data(), ACL_FORMAT_ND)) {}
  Desc(const Desc&) = delete;
  Desc& operator=(const Desc&) = delete;
  ~Desc() { aclDestroyTensorDesc(desc_); }
  aclTensorDesc* get() const { return desc_; }

 private:
  aclTensorDesc* desc_;
};

class SingleOp : public Acl {
 protected:
  // Compiles an Add of tensors like `desc`.
  static aclError CompileAdd(const Desc& desc, aclopEngineType engine = ACL_ENGINE_SYS,
                             aclopCompileType flag = ACL_COMPILE_SYS) {
    const aclTensorDesc* inputs[] = {desc.get(), desc.get()};
    const aclTensorDesc* outputs[] = {desc.get()};
    return aclopCompile("Add", 2, inputs, 1, outputs, nullptr, engine, flag, nullptr);
  }
  static aclError RunAdd(const Desc& desc, const DeviceTensor& a, const DeviceTensor& b, const DeviceTensor& sum,
                         aclrtStream stream = nullptr) {
    aclTensorDesc *inputs[] = {desc.get(), desc.get()}, *outputs[] = {desc.get()};
    aclDataBuffer *from[] = {a.buffer(), b.buffer()}, *to[] = {sum.buffer()};
    return aclopExecuteV2("Add", 2, inputs, from, 1, outputs, to, nullptr, stream);
  }
  void SetUp() override {
    Acl::SetUp();
    two_ = std::make_unique<Desc>(std::vector<int64_t>{2});
  }
  void TearDown() override {
    two_ = nullptr;
    Acl::TearDown();
  }
  std::unique_ptr<Desc> two_;  // floats
};

TEST_F(SingleOp, RunsOnceItIsCompiled) {
  const DeviceTensor a({1, 2}), b({10, 20}), sum(8);
  EXPECT_REFUSED(RunAdd(*two_, a, b, sum), ACL_ERROR_OP_NOT_FOUND, "no Add of these descriptions");
  ASSERT_OK(CompileAdd(*two_));
  ASSERT_OK(RunAdd(*two_, a, b, sum));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(sum.values(), (std::vector<float>{11, 22}));
  // The older function gives the same sum. For other shapes no operator is ready.
  const aclTensorDesc *inputs[] = {two_->get(), two_->get()}, *outputs[] = {two_->get()};
  const aclDataBuffer* from[] = {sum.buffer(), b.buffer()};
  aclDataBuffer* to[] = {sum.buffer()};  // in place
  EXPECT_OK(aclopExecute("Add", 2, inputs, from, 1, outputs, to, nullptr, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(sum.values(), (std::vector<float>{21, 42}));
  EXPECT_REFUSED(RunAdd(Desc({1}), a, b, sum), ACL_ERROR_OP_NOT_FOUND, "aclopCompile");
  EXPECT_REFUSED(aclopExecute("Sub", 2, inputs, from, 1, outputs, to, nullptr, nullptr), ACL_ERROR_OP_NOT_FOUND, "Sub");
}

TEST_F(SingleOp, RunsWhenItsTurnComes) {
  ASSERT_OK(CompileAdd(*two_));
  const DeviceTensor a({1, 2}), b({10, 20}), sum(8);
  HeldStream held;
  EXPECT_OK(RunAdd(*two_, a, b, sum, held.get()));
  const std::array<float, 2> late{5, 6};
  EXPECT_OK(aclrtMemcpy(a.data(), 8, late.data(), 8, ACL_MEMCPY_HOST_TO_DEVICE));
  held.Release();
  EXPECT_OK(aclrtSynchronizeStream(held.get()));
  EXPECT_EQ(sum.values(), (std::vector<float>{15, 26}));
}

TEST_F(SingleOp, CompilesAndRunsInOne) {
  const DeviceTensor a({1, 2}), b({10, 20}), sum(8);
  aclTensorDesc *inputs[] = {two_->get(), two_->get()}, *outputs[] = {two_->get()};
  aclDataBuffer *from[] = {a.buffer(), b.buffer()}, *to[] = {sum.buffer()};
  for (int i = 0; i < 2; ++i) {
    EXPECT_OK(aclopCompileAndExecuteV2("Mul", 2, inputs, from, 1, outputs, to, nullptr, ACL_ENGINE_VECTOR,
                                       ACL_COMPILE_SYS, nullptr, nullptr));
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_EQ(sum.values(), (std::vector<float>{10, 40}));
  }
  const aclTensorDesc *const_inputs[] = {two_->get(), two_->get()}, *const_outputs[] = {two_->get()};
  const aclDataBuffer* const_from[] = {a.buffer(), b.buffer()};
  EXPECT_OK(aclopCompileAndExecute("Sub", 2, const_inputs, const_from, 1, const_outputs, to, nullptr, ACL_ENGINE_AICORE,
                                   ACL_COMPILE_SYS, nullptr, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(sum.values(), (std::vector<float>{-9, -18}));
  EXPECT_REFUSED(aclopCompileAndExecuteV2("Mull", 2, inputs, from, 1, outputs, to, nullptr, ACL_ENGINE_SYS,
                                          ACL_COMPILE_SYS, nullptr, nullptr),
                 ACL_ERROR_OP_NOT_FOUND, "did you mean");
  EXPECT_REFUSED(aclopCompileAndExecute("Sub", 1, const_inputs, const_from, 1, const_outputs, to, nullptr,
                                        ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr),
                 ACL_ERROR_OP_INPUT_NOT_MATCH, "");
}

TEST_F(SingleOp, AttributesAreItsOwn) {
  const Desc desc({2, 2});
  const DeviceTensor x({1, 2, 3, 4}), y(16);
  aclTensorDesc *inputs[] = {desc.get()}, *outputs[] = {desc.get()};
  aclDataBuffer *from[] = {x.buffer()}, *to[] = {y.buffer()};
  for (const int64_t axis : {0, 1}) {
    aclopAttr* attr = aclopCreateAttr();
    EXPECT_OK(aclopSetAttrListInt(attr, "axes", 1, &axis));
    EXPECT_REFUSED(aclopExecuteV2("SoftmaxV2", 1, inputs, from, 1, outputs, to, attr, nullptr), ACL_ERROR_OP_NOT_FOUND,
                   "attributes");
    EXPECT_OK(aclopCompileAndExecuteV2("SoftmaxV2", 1, inputs, from, 1, outputs, to, attr, ACL_ENGINE_SYS,
                                       ACL_COMPILE_SYS, nullptr, nullptr));
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_NEAR(y.values()[0], 1 / (1 + std::exp(axis == 0 ? 2.0F : 1.0F)), 1e-5F);
    aclopDestroyAttr(attr);
  }
  aclopAttr* attr = aclopCreateAttr();
  EXPECT_OK(aclopSetAttrInt(attr, "axis", 1));
  EXPECT_REFUSED(aclopCompileAndExecuteV2("SoftmaxV2", 1, inputs, from, 1, outputs, to, attr, ACL_ENGINE_SYS,
                                          ACL_COMPILE_SYS, nullptr, nullptr),
                 ACL_ERROR_OP_ATTR_NOT_MATCH, "did you mean axes");
  aclopDestroyAttr(attr);
}

TEST_F(SingleOp, EveryKindOfAttributeIsSetAndWrongAttributesAreRefused) {
  aclopAttr* attr = aclopCreateAttr();
  ASSERT_NE(attr, nullptr);
  const aclDataType types[] = {ACL_FLOAT, ACL_INT8};
  const uint8_t bools[] = {0, 1};
  const int64_t ints[] = {1, 2};
  const float floats[] = {0.5F, 2};
  const char* strings[] = {"a", "b"};
  const char* holes[] = {"a", nullptr};
  const int counts[] = {2, 0}, negative[] = {-1};
  const int64_t* lists[] = {ints, nullptr};
  EXPECT_OK(aclopSetAttrBool(attr, "b", 1));
  EXPECT_OK(aclopSetAttrInt(attr, "i", -7));
  EXPECT_OK(aclopSetAttrFloat(attr, "f", 0.5F));
  EXPECT_OK(aclopSetAttrString(attr, "s", "text"));
  EXPECT_OK(aclopSetAttrDataType(attr, "t", ACL_FLOAT16));
  EXPECT_OK(aclopSetAttrListDataType(attr, "lt", 2, types));
  EXPECT_OK(aclopSetAttrListBool(attr, "lb", 2, bools));
  EXPECT_OK(aclopSetAttrListInt(attr, "li", 2, ints));
  EXPECT_OK(aclopSetAttrListInt(attr, "none", 0, nullptr));
  EXPECT_OK(aclopSetAttrListFloat(attr, "lf", 2, floats));
  EXPECT_OK(aclopSetAttrListString(attr, "ls", 2, strings));
  EXPECT_OK(aclopSetAttrListListInt(attr, "ll", 2, counts, lists));
  EXPECT_REFUSED(aclopSetAttrBool(attr, nullptr, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrString(attr, "s", nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrListInt(attr, "li", -1, ints), ACL_ERROR_INVALID_PARAM, "negative");
  EXPECT_REFUSED(aclopSetAttrListInt(attr, "li", 2, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrListBool(attr, "lb", 2, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrListFloat(attr, "lf", -3, floats), ACL_ERROR_INVALID_PARAM, "negative");
  EXPECT_REFUSED(aclopSetAttrListDataType(attr, "lt", 2, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrListString(attr, "ls", 2, holes), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrListListInt(attr, "ll", 1, negative, lists), ACL_ERROR_INVALID_PARAM, "negative");
  EXPECT_REFUSED(aclopSetAttrListListInt(attr, "ll", 1, nullptr, lists), ACL_ERROR_INVALID_PARAM, "NULL");
  aclopDestroyAttr(attr);
  aclopDestroyAttr(attr);
  EXPECT_ERROR("destroyed before");
  EXPECT_REFUSED(aclopSetAttrInt(attr, "i", 1), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclopSetAttrFloat(nullptr, "f", 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetAttrDataType(nullptr, "f", ACL_FLOAT), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(SingleOp, AConstantIsPartOfIt) {
  const Desc x({6}), shape({2}, ACL_INT64), y({2, 3});
  int64_t wanted[] = {2, 3};
  EXPECT_OK(aclSetTensorConst(shape.get(), wanted, sizeof wanted));
  const DeviceTensor from({1, 2, 3, 4, 5, 6}), to(24);
  aclDataBuffer* nothing = aclCreateDataBuffer(nullptr, 0);
  aclTensorDesc *inputs[] = {x.get(), shape.get()}, *outputs[] = {y.get()};
  aclDataBuffer *in[] = {from.buffer(), nothing}, *out[] = {to.buffer()};
  EXPECT_OK(aclopCompileAndExecuteV2("Reshape", 2, inputs, in, 1, outputs, out, nullptr, ACL_ENGINE_SYS,
                                     ACL_COMPILE_SYS, nullptr, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(to.values(), from.values());
  // Another value is another operator.
  std::swap(wanted[0], wanted[1]);
  EXPECT_OK(aclSetTensorConst(shape.get(), wanted, sizeof wanted));
  EXPECT_REFUSED(aclopExecuteV2("Reshape", 2, inputs, in, 1, outputs, out, nullptr, nullptr), ACL_ERROR_OP_NOT_FOUND,
                 "Reshape");
  EXPECT_OK(aclDestroyDataBuffer(nothing));
}

TEST_F(SingleOp, RefusesWrongArguments) {
  ASSERT_OK(CompileAdd(*two_));
  const DeviceTensor a({1, 2}), b({10, 20}), sum(8), small(4);
  aclTensorDesc *inputs[] = {two_->get(), two_->get()}, *outputs[] = {two_->get()};
  aclDataBuffer *from[] = {a.buffer(), b.buffer()}, *to[] = {sum.buffer()}, *none[] = {nullptr, nullptr};
  const auto refuse = [&](const char* type, int count, aclTensorDesc** descs, aclDataBuffer** buffers,
                          const char* part) {
    EXPECT_REFUSED(aclopExecuteV2(type, count, descs, buffers, 1, outputs, to, nullptr, nullptr),
                   ACL_ERROR_INVALID_PARAM, part);
  };
  refuse(nullptr, 2, inputs, from, "NULL");
  refuse("Add", -1, inputs, from, "negative");
  refuse("Add", 2, nullptr, from, "NULL");
  refuse("Add", 2, inputs, nullptr, "NULL");
  refuse("Add", 2, inputs, none, "input 0: the data buffer is NULL");
  EXPECT_REFUSED(aclopExecuteV2("Add", 2, inputs, from, 1, outputs, none, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                 "output 0");
  EXPECT_REFUSED(aclopExecuteV2("Add", 2, inputs, from, 1, outputs, to, reinterpret_cast<aclopAttr*>(none), nullptr),
                 ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclopExecuteV2("Add", 2, inputs, from, 1, outputs, to, nullptr, none), ACL_ERROR_INVALID_PARAM,
                 "the stream is unknown");
  EXPECT_OK(RunAdd(*two_, small, b, sum));
  EXPECT_REFUSED(aclrtSynchronizeStream(nullptr), ACL_ERROR_INVALID_PARAM, "input 0 has 8 bytes, its buffer has 4");
  EXPECT_OK(RunAdd(*two_, a, b, small));
  EXPECT_NE(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_REFUSED(CompileAdd(*two_, static_cast<aclopEngineType>(7)), ACL_ERROR_INVALID_PARAM, "engineType is 7");
  EXPECT_REFUSED(CompileAdd(*two_, ACL_ENGINE_SYS, ACL_COMPILE_UNREGISTERED), ACL_ERROR_FEATURE_UNSUPPORTED,
                 "opdk new");
  const Desc whole({2}, ACL_INT32);
  const aclTensorDesc *const_inputs[] = {two_->get(), two_->get()}, *wrong[] = {whole.get()};
  EXPECT_REFUSED(aclopCompile("Add", 2, const_inputs, 1, wrong, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr),
                 ACL_ERROR_OP_OUTPUT_NOT_MATCH, "not int32[2]");
  EXPECT_OK(RunAdd(*two_, a, b, sum));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
}

TEST_F(SingleOp, AHandleIsLookedUpOnce) {
  ASSERT_OK(CompileAdd(*two_));
  const aclTensorDesc *inputs[] = {two_->get(), two_->get()}, *outputs[] = {two_->get()};
  aclopHandle* handle = nullptr;
  ASSERT_OK(aclopCreateHandle("Add", 2, inputs, 1, outputs, nullptr, &handle));
  const DeviceTensor a({1, 2}), b({10, 20}), sum(8);
  const aclDataBuffer* from[] = {a.buffer(), b.buffer()};
  aclDataBuffer* to[] = {sum.buffer()};
  EXPECT_OK(aclopExecWithHandle(handle, 2, from, 1, to, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(sum.values(), (std::vector<float>{11, 22}));
  EXPECT_REFUSED(aclopExecWithHandle(handle, 1, from, 1, to, nullptr), ACL_ERROR_OP_INPUT_NOT_MATCH, "2 inputs, not 1");
  EXPECT_REFUSED(aclopExecWithHandle(handle, 2, from, 0, to, nullptr), ACL_ERROR_OP_OUTPUT_NOT_MATCH, "1 outputs");
  EXPECT_REFUSED(aclopExecWithHandle(handle, 2, nullptr, 1, to, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopCreateHandle("Add", 2, inputs, 1, outputs, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  aclopHandle* other = nullptr;
  EXPECT_REFUSED(aclopCreateHandle("Sub", 2, inputs, 1, outputs, nullptr, &other), ACL_ERROR_OP_NOT_FOUND, "Sub");
  aclopDestroyHandle(handle);
  aclopDestroyHandle(handle);
  EXPECT_ERROR("destroyed before");
  EXPECT_REFUSED(aclopExecWithHandle(handle, 2, from, 1, to, nullptr), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

TEST_F(SingleOp, TheLeastRecentlyUsedOperatorMakesRoom) {
  EXPECT_REFUSED(aclopSetMaxOpQueueNum(0), ACL_ERROR_INVALID_PARAM, "at least one");
  EXPECT_OK(aclopSetMaxOpQueueNum(2));
  const Desc one({1}), three({3});
  const DeviceTensor a({1, 2, 3}), sum(12);
  ASSERT_OK(CompileAdd(one));
  ASSERT_OK(CompileAdd(*two_));
  EXPECT_OK(RunAdd(one, a, a, sum));
  ASSERT_OK(CompileAdd(three));
  EXPECT_OK(RunAdd(one, a, a, sum));
  EXPECT_OK(RunAdd(three, a, a, sum));
  EXPECT_REFUSED(RunAdd(*two_, a, a, sum), ACL_ERROR_OP_NOT_FOUND, "Add");
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
}

TEST_F(SingleOp, ShapesAreInferred) {
  const Desc a({2, 1}), b({3}), sum({0}), x({6}), shape({2}, ACL_INT64);
  aclTensorDesc *inputs[] = {a.get(), b.get()}, *outputs[] = {sum.get()};
  EXPECT_OK(aclopInferShape("Add", 2, inputs, nullptr, 1, outputs, nullptr));
  EXPECT_EQ(aclGetTensorDescNumDims(sum.get()), 2U);
  EXPECT_EQ(aclGetTensorDescDim(sum.get(), 0), 2);
  EXPECT_EQ(aclGetTensorDescDim(sum.get(), 1), 3);
  // The shape follows from the value of an input.
  aclTensorDesc* reshaped[] = {x.get(), shape.get()};
  int64_t wanted[] = {3, 2};
  aclDataBuffer* values[] = {aclCreateDataBuffer(nullptr, 0), aclCreateDataBuffer(wanted, sizeof wanted)};
  EXPECT_OK(aclopInferShape("Reshape", 2, reshaped, values, 1, outputs, nullptr));
  EXPECT_EQ(aclGetTensorDescDim(sum.get(), 0), 3);
  EXPECT_OK(aclopInferShape("Reshape", 2, reshaped, nullptr, 1, outputs, nullptr));
  EXPECT_LT(aclGetTensorDescDim(sum.get(), 0), 0);
  EXPECT_REFUSED(aclopInferShape("Adding", 2, inputs, nullptr, 1, outputs, nullptr), ACL_ERROR_OP_NOT_FOUND, "Adding");
  EXPECT_REFUSED(aclopInferShape(nullptr, 2, inputs, nullptr, 1, outputs, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  const Desc four({4});
  aclTensorDesc* unfit[] = {four.get(), b.get()};
  EXPECT_REFUSED(aclopInferShape("Add", 2, unfit, nullptr, 1, outputs, nullptr), ACL_ERROR_OP_INPUT_NOT_MATCH, "E2003");
  for (aclDataBuffer* buffer : values) {
    EXPECT_OK(aclDestroyDataBuffer(buffer));
  }
}

TEST_F(SingleOp, CastsNeedNothingBefore) {
  const Desc from({2}), to({2}, ACL_INT32);
  const DeviceTensor x({1.75F, -2.5F}), y(8);
  EXPECT_OK(aclopCast(from.get(), x.buffer(), to.get(), y.buffer(), 1, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  std::array<int32_t, 2> cast{};
  EXPECT_OK(aclrtMemcpy(cast.data(), 8, y.data(), 8, ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(cast, (std::array<int32_t, 2>{1, -2}));
  aclopHandle* handle = nullptr;
  ASSERT_OK(aclopCreateHandleForCast(from.get(), to.get(), 0, &handle));
  const aclDataBuffer* in[] = {x.buffer()};
  aclDataBuffer* out[] = {y.buffer()};
  EXPECT_OK(aclopExecWithHandle(handle, 1, in, 1, out, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  aclopDestroyHandle(handle);
  EXPECT_REFUSED(aclopCast(nullptr, x.buffer(), to.get(), y.buffer(), 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopCast(from.get(), nullptr, to.get(), y.buffer(), 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopCast(from.get(), x.buffer(), to.get(), y.buffer(), 2, nullptr), ACL_ERROR_INVALID_PARAM,
                 "cut off");
  EXPECT_REFUSED(aclopCreateHandleForCast(from.get(), to.get(), 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(SingleOp, OptionsOfCompilations) {
  EXPECT_EQ(aclGetCompileoptSize(ACL_PRECISION_MODE), 1U);
  EXPECT_OK(aclSetCompileopt(ACL_PRECISION_MODE, "must_keep_origin_dtype"));
  EXPECT_EQ(aclGetCompileoptSize(ACL_PRECISION_MODE), 23U);
  char value[32] = "";
  EXPECT_OK(aclGetCompileopt(ACL_PRECISION_MODE, value, sizeof value));
  EXPECT_STREQ(value, "must_keep_origin_dtype");
  EXPECT_OK(aclSetCompileopt(ACL_OP_JIT_COMPILE, "enable"));
  EXPECT_OK(CompileAdd(*two_));
  EXPECT_REFUSED(aclGetCompileopt(ACL_PRECISION_MODE, value, 22), ACL_ERROR_INVALID_PARAM, "too few");
  EXPECT_REFUSED(aclGetCompileopt(ACL_PRECISION_MODE, nullptr, 22), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclGetCompileopt(static_cast<aclCompileOpt>(99), value, 22), ACL_ERROR_INVALID_PARAM, "no option 99");
  EXPECT_REFUSED(aclSetCompileopt(ACL_PRECISION_MODE, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclSetCompileopt(ACL_PRECISION_MODE, "colour"), ACL_ERROR_INVALID_PARAM, "colour");
  EXPECT_REFUSED(aclSetCompileopt(static_cast<aclCompileOpt>(-1), "x"), ACL_ERROR_INVALID_PARAM, "no option -1");
  EXPECT_EQ(aclGetCompileoptSize(static_cast<aclCompileOpt>(99)), 0U);
  EXPECT_ERROR("no option 99");
  EXPECT_OK(aclGetCompileopt(ACL_PRECISION_MODE, value, sizeof value));
  EXPECT_STREQ(value, "must_keep_origin_dtype");
}

TEST_F(SingleOp, ItsGraphIsWritten) {
  const aclTensorDesc *inputs[] = {two_->get(), two_->get()}, *outputs[] = {two_->get()};
  const std::string path = ::testing::TempDir() + "acl_single_op_" + std::to_string(getpid()) + ".pb";
  aclGraphDumpOption* option = aclCreateGraphDumpOpt();
  EXPECT_OK(aclGenGraphAndDumpForOp("Add", 2, inputs, nullptr, 1, outputs, nullptr, nullptr, ACL_ENGINE_SYS,
                                    path.c_str(), option));
  EXPECT_THAT(BytesOfFile(path), ::testing::HasSubstr("Add"));
  std::filesystem::remove(path);
  EXPECT_REFUSED(aclGenGraphAndDumpForOp("Add", 2, inputs, nullptr, 1, outputs, nullptr, nullptr, ACL_ENGINE_SYS,
                                         "/nowhere/add.pb", nullptr),
                 ACL_ERROR_WRITE_FILE, "/nowhere/add.pb");
  EXPECT_REFUSED(
      aclGenGraphAndDumpForOp("Add", 2, inputs, nullptr, 1, outputs, nullptr, nullptr, ACL_ENGINE_SYS, nullptr, option),
      ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclDestroyGraphDumpOpt(option));
  EXPECT_REFUSED(aclDestroyGraphDumpOpt(option), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

// Models that `atc --singleop` writes.
class SingleOpModels : public SingleOp {
 protected:
  void SetUp() override {
    SingleOp::SetUp();
    directory_ = ::testing::TempDir() + "acl_ops_" + std::to_string(getpid());
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_ + "/models");
  }
  void TearDown() override {
    std::filesystem::remove_all(directory_);
    SingleOp::TearDown();
  }
  void Make(const std::string& json) const {
    std::ofstream(directory_ + "/ops.json") << json;
    const std::string command = OPDK_BINARY_DIR "/bin/atc --singleop=" + directory_ +
                                "/ops.json --output=" + directory_ + "/models --soc_version=native > /dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  std::string Models() const { return directory_ + "/models"; }
  static std::string AddOf(const std::string& shape) {
    const std::string tensor = R"({"format": "ND", "shape": )" + shape + R"(, "type": "float"})";
    return R"([{"op": "Add", "input_desc": [)" + tensor + "," + tensor + R"(], "output_desc": [)" + tensor + "]}]";
  }
  std::string directory_;
};

TEST_F(SingleOpModels, AreFoundByTypeDescriptionsAndAttributes) {
  Make(AddOf("[2]"));
  const DeviceTensor a({1, 2}), b({10, 20}), sum(8);
  EXPECT_EQ(RunAdd(*two_, a, b, sum), ACL_ERROR_OP_NOT_FOUND);
  ASSERT_OK(aclopSetModelDir(Models().c_str()));
  EXPECT_OK(RunAdd(*two_, a, b, sum));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(sum.values(), (std::vector<float>{11, 22}));
  EXPECT_REFUSED(RunAdd(Desc({1}), a, b, sum), ACL_ERROR_OP_NOT_FOUND, "Add");
  EXPECT_REFUSED(RunAdd(Desc({2}, ACL_FLOAT16), a, b, sum), ACL_ERROR_OP_NOT_FOUND, "Add");
}

TEST_F(SingleOpModels, OfUnknownExtentsTakeAny) {
  Make(AddOf("[-1]"));
  for (const auto& entry : std::filesystem::directory_iterator(Models())) {
    const std::string bytes = BytesOfFile(entry.path());
    ASSERT_OK(aclopLoad(bytes.data(), bytes.size()));
  }
  for (const int64_t count : {1, 2}) {
    const DeviceTensor a({1, 2}), b({10, 20}), sum({0, 0});
    const Desc desc({count});
    EXPECT_OK(RunAdd(desc, a, b, sum));
    EXPECT_OK(aclrtSynchronizeStream(nullptr));
    EXPECT_EQ(sum.values(), (count == 1 ? std::vector<float>{11, 0} : std::vector<float>{11, 22}));
  }
}

TEST_F(SingleOpModels, WrongModelsAreRefused) {
  EXPECT_REFUSED(aclopSetModelDir(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetModelDir("/nowhere/models"), ACL_ERROR_INVALID_FILE, "/nowhere/models");
  EXPECT_REFUSED(aclopSetModelDir(Models().c_str()), ACL_ERROR_INVALID_FILE, "no offline models");
  std::ofstream(Models() + "/wrong.om") << "no model";
  EXPECT_REFUSED(aclopSetModelDir(Models().c_str()), ACL_ERROR_PARSE_MODEL, "wrong.om");
  EXPECT_REFUSED(aclopLoad(nullptr, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopLoad("none", 4), ACL_ERROR_PARSE_MODEL, "E2001");
}

TEST_F(SingleOp, SeveralThreadsRunIt) {
  ASSERT_OK(CompileAdd(*two_));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      const DeviceTensor a({static_cast<float>(t), 1}), sum(8);
      aclrtStream stream = nullptr;
      EXPECT_OK(aclrtSetDevice(0));
      EXPECT_OK(aclrtCreateStream(&stream));
      for (int i = 0; i < 100; ++i) EXPECT_OK(RunAdd(*two_, a, a, sum, stream));
      EXPECT_OK(aclrtSynchronizeStream(stream));
      EXPECT_EQ(sum.values()[0], 2 * static_cast<float>(t));
      EXPECT_OK(aclrtDestroyStream(stream));
      EXPECT_OK(aclrtResetDevice(0));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace opdk::acl_tests
