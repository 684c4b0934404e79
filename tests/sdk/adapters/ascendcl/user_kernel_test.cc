// A program's own kernels of single operators.
#include <cstring>

#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

// The next choice of the operator's function.
struct Choice {
  const char* kernel = "scale";
  uint32_t blocks = 2;
  aclError answer = ACL_SUCCESS;
  bool chooses = true;
  int calls = 0;
  aclopKernelDesc* desc = nullptr;
};
Choice g_choice;

// Scales by the first extent.
aclError Choose(int inputs, const aclTensorDesc* const input_descs[], int outputs, const aclTensorDesc* const[],
                const aclopAttr*, aclopKernelDesc* desc) {
  EXPECT_EQ(inputs + outputs, 2);
  ++g_choice.calls;
  g_choice.desc = desc;
  if (g_choice.answer != ACL_SUCCESS || !g_choice.chooses) return g_choice.answer;
  const auto factor = static_cast<float>(aclGetTensorDescDim(input_descs[0], 0));
  size_t workspace = 64;
  EXPECT_REFUSED(aclopSetKernelArgs(desc, nullptr, 1, &factor, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetKernelArgs(desc, "scale", 0, &factor, 4), ACL_ERROR_INVALID_PARAM, "at least one block");
  EXPECT_REFUSED(aclopSetKernelArgs(desc, "scale", 1, nullptr, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetKernelWorkspaceSizes(desc, 17, &workspace), ACL_ERROR_INVALID_PARAM, "0 to 16");
  EXPECT_REFUSED(aclopSetKernelWorkspaceSizes(desc, 1, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclopSetKernelArgs(desc, g_choice.kernel, g_choice.blocks, &factor, sizeof factor));
  EXPECT_OK(aclopSetKernelWorkspaceSizes(desc, 1, &workspace));
  return ACL_SUCCESS;
}

class UserKernel : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    g_choice = {};
    bytes_ = BytesOfFile(OPDK_BINARY_DIR "/lib/opdk_acl_user_kernel.so");
    ASSERT_FALSE(bytes_.empty());
  }
  aclError Create(const char* id, const char* function, aclDataDeallocator deallocator = nullptr) {
    return aclopCreateKernel("ScaleByRows", id, function, bytes_.data(), static_cast<int>(bytes_.size()),
                             ACL_ENGINE_AICORE, deallocator);
  }
  // Makes the description of x: [rows, 3].
  aclTensorDesc* Desc(int64_t rows) {
    const int64_t dims[2] = {rows, 3};
    aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 2, dims, ACL_FORMAT_ND);
    return desc;
  }
  aclError Update(int64_t rows) {
    aclTensorDesc* desc = Desc(rows);
    const aclError code = aclopUpdateParams("ScaleByRows", 1, &desc, 1, &desc, nullptr);
    why_ = LastError();
    aclDestroyTensorDesc(desc);
    return code;
  }
  aclError Execute(int64_t rows, aclDataBuffer* from, aclDataBuffer* to) {
    aclTensorDesc* desc = Desc(rows);
    aclError code = aclopExecuteV2("ScaleByRows", 1, &desc, &from, 1, &desc, &to, nullptr, nullptr);
    if (code == ACL_SUCCESS) code = aclrtSynchronizeStream(nullptr);
    why_ = LastError();
    aclDestroyTensorDesc(desc);
    return code;
  }
  std::string bytes_, why_;
};

TEST_F(UserKernel, RunsForTheShapesThatItWasChosenFor) {
  EXPECT_OK(Create("scale", "Scale"));
  EXPECT_OK(aclopRegisterCompileFunc("ScaleByRows", Choose));
  for (const int64_t rows : {1, 2, 5}) {
    const DeviceTensor x(std::vector<float>(static_cast<size_t>(rows) * 3, 2)), y(static_cast<size_t>(rows) * 12);
    EXPECT_EQ(Execute(rows, x.buffer(), y.buffer()), ACL_ERROR_OP_NOT_FOUND);
    EXPECT_EQ(Update(rows), ACL_SUCCESS) << why_;
    for (int run = 0; run < 2; ++run) EXPECT_EQ(Execute(rows, x.buffer(), y.buffer()), ACL_SUCCESS) << why_;
    EXPECT_EQ(y.values(), std::vector<float>(static_cast<size_t>(rows) * 3, 2.0F * static_cast<float>(rows)));
  }
  EXPECT_EQ(g_choice.calls, 3);
  // A choice stays without the function.
  EXPECT_OK(aclopUnregisterCompileFunc("ScaleByRows"));
  const DeviceTensor x(std::vector<float>(6, 1)), y(24);
  EXPECT_EQ(Execute(2, x.buffer(), y.buffer()), ACL_SUCCESS) << why_;
  EXPECT_EQ(Update(2), ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED);
}

TEST_F(UserKernel, RunsByAHandle) {
  EXPECT_OK(Create("scale", "Scale"));
  EXPECT_OK(aclopRegisterCompileFunc("ScaleByRows", Choose));
  EXPECT_EQ(Update(2), ACL_SUCCESS) << why_;
  aclTensorDesc* desc = Desc(2);
  aclopHandle* handle = nullptr;
  EXPECT_OK(aclopCreateHandle("ScaleByRows", 1, &desc, 1, &desc, nullptr, &handle));
  aclDestroyTensorDesc(desc);
  const DeviceTensor x(std::vector<float>(6, 3)), y(24);
  aclDataBuffer *from = x.buffer(), *to = y.buffer();
  EXPECT_OK(aclopExecWithHandle(handle, 1, &from, 1, &to, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(y.values(), std::vector<float>(6, 6));
  EXPECT_REFUSED(aclopExecWithHandle(handle, 2, &from, 1, &to, nullptr), ACL_ERROR_OP_INPUT_NOT_MATCH,
                 "takes 1 inputs");
  aclopDestroyHandle(handle);
}

TEST_F(UserKernel, ChecksItsBuffersAndIsFenced) {
  EXPECT_OK(Create("scale", "Scale"));
  EXPECT_OK(Create("throws", "Throw"));
  EXPECT_OK(aclopRegisterCompileFunc("ScaleByRows", Choose));
  EXPECT_EQ(Update(2), ACL_SUCCESS) << why_;
  const DeviceTensor x(std::vector<float>(6, 3)), small(20);
  EXPECT_EQ(Execute(2, x.buffer(), small.buffer()), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(why_, ::testing::HasSubstr("output 0 has 24 bytes, its buffer has 20"));
  EXPECT_EQ(Execute(2, x.buffer(), nullptr), ACL_ERROR_INVALID_PARAM);
  g_choice.kernel = "throws";
  EXPECT_EQ(Update(2), ACL_SUCCESS) << why_;
  const DeviceTensor y(24);
  EXPECT_EQ(Execute(2, x.buffer(), y.buffer()), ACL_ERROR_FAILURE);
  EXPECT_THAT(why_, ::testing::HasSubstr("kernel 'throws' threw"));
}

TEST_F(UserKernel, IsCopied) {
  static size_t freed = 0;
  freed = 0;
  EXPECT_OK(Create("scale", "Scale", [](void*, size_t bytes) { freed = bytes; }));
  EXPECT_EQ(freed, bytes_.size());
  std::fill(bytes_.begin(), bytes_.end(), '\0');
  EXPECT_OK(aclopRegisterCompileFunc("ScaleByRows", Choose));
  EXPECT_EQ(Update(1), ACL_SUCCESS) << why_;
}

TEST_F(UserKernel, ABinaryOfADeviceIsRefused) {
  const auto create = [&](std::string bytes, const char* function) {
    return aclopCreateKernel("ScaleByRows", "bad", function, bytes.data(), static_cast<int>(bytes.size()),
                             ACL_ENGINE_AICORE, nullptr);
  };
  EXPECT_REFUSED(create("no ELF file, but long enough to hold the header that such a file begins with", "Scale"),
                 ACL_ERROR_OP_LOAD_FAILED, "no ELF file");
  EXPECT_REFUSED(create("x", "Scale"), ACL_ERROR_OP_LOAD_FAILED, "no ELF file");
  std::string of_device = bytes_;
  of_device[18] = 0x29;  // e_machine
  of_device[19] = 0x10;
  EXPECT_REFUSED(create(of_device, "Scale"), ACL_ERROR_OP_LOAD_FAILED, "another machine (ELF's number 4137");
  std::string object = bytes_;
  object[16] = 1;  // e_type
  EXPECT_REFUSED(create(object, "Scale"), ACL_ERROR_OP_LOAD_FAILED, "-shared");
  EXPECT_REFUSED(create(bytes_.substr(0, 200), "Scale"), ACL_ERROR_OP_LOAD_FAILED, "isn't loaded");
  EXPECT_REFUSED(create(bytes_, "Unknown"), ACL_ERROR_OP_LOAD_FAILED, "no function 'Unknown'");
}

TEST_F(UserKernel, FunctionsThatChooseNothing) {
  EXPECT_REFUSED(aclopUnregisterCompileFunc("ScaleByRows"), ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED, "no function");
  EXPECT_OK(aclopRegisterCompileFunc("ScaleByRows", Choose));
  EXPECT_REFUSED(aclopRegisterCompileFunc("ScaleByRows", Choose), ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED, "chooses");
  EXPECT_EQ(Update(2), ACL_ERROR_KERNEL_NOT_FOUND);
  EXPECT_THAT(why_, ::testing::HasSubstr("has no kernel 'scale'"));
  g_choice.chooses = false;
  EXPECT_EQ(Update(2), ACL_ERROR_KERNEL_NOT_FOUND);
  EXPECT_THAT(why_, ::testing::HasSubstr("chose no kernel"));
  g_choice.answer = ACL_ERROR_UNSUPPORTED_DATA_TYPE;
  EXPECT_EQ(Update(2), ACL_ERROR_UNSUPPORTED_DATA_TYPE);
  EXPECT_REFUSED(aclopSetKernelArgs(g_choice.desc, "scale", 1, nullptr, 0), ACL_ERROR_INVALID_PARAM, "destroyed");
}

TEST_F(UserKernel, RefusesWrongArguments) {
  EXPECT_OK(Create("scale", "Scale"));
  EXPECT_REFUSED(Create("scale", "Scale"), ACL_ERROR_KERNEL_ALREADY_REGISTERED, "has a kernel 'scale'");
  void* data = bytes_.data();
  EXPECT_REFUSED(aclopCreateKernel(nullptr, "a", "Scale", data, 1, ACL_ENGINE_SYS, nullptr), ACL_ERROR_INVALID_PARAM,
                 "NULL");
  EXPECT_REFUSED(aclopCreateKernel("Op", "a", nullptr, data, 1, ACL_ENGINE_SYS, nullptr), ACL_ERROR_INVALID_PARAM,
                 "NULL");
  EXPECT_REFUSED(aclopCreateKernel("Op", "a", "Scale", nullptr, 1, ACL_ENGINE_SYS, nullptr), ACL_ERROR_INVALID_PARAM,
                 "NULL");
  EXPECT_REFUSED(aclopCreateKernel("Op", "a", "Scale", data, -1, ACL_ENGINE_SYS, nullptr), ACL_ERROR_INVALID_PARAM,
                 "no bytes");
  EXPECT_REFUSED(aclopCreateKernel("Op", "a", "Scale", data, 1, static_cast<aclopEngineType>(8), nullptr),
                 ACL_ERROR_INVALID_PARAM, "no such engine: enginetype is 8");
  EXPECT_REFUSED(aclopRegisterCompileFunc("Op", nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopRegisterCompileFunc(nullptr, Choose), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopUnregisterCompileFunc(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopUpdateParams("Op", -1, nullptr, 0, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, "negative");
  EXPECT_REFUSED(aclopUpdateParams(nullptr, 0, nullptr, 0, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetKernelArgs(nullptr, "scale", 1, nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclopSetKernelWorkspaceSizes(nullptr, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
