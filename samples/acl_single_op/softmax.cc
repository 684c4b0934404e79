// One operator on a stream of AscendCL: from an offline model that `atc --singleop` wrote, or compiled here.
//   softmax [MODELS]
#include <acl/acl.h>
#include <acl/acl_op_compiler.h>

#include <array>
#include <cmath>
#include <cstdio>

namespace {

bool Done(aclError code, const char* what) {
  if (code == ACL_SUCCESS) return true;
  const char* why = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: error %d: %s\n", what, code, why == nullptr ? "" : why);
  return false;
}

bool Run(const char* models) {
  const std::array<float, 6> x{1, 2, 3, 0, 0, 0};
  std::array<float, 6> y{};
  const int64_t dims[] = {2, 3}, axis = 1;
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 2, dims, ACL_FORMAT_ND);
  aclopAttr* attr = aclopCreateAttr();
  void *from = nullptr, *to = nullptr;
  aclrtStream stream = nullptr;
  bool done = Done(aclopSetAttrListInt(attr, "axes", 1, &axis), "aclopSetAttrListInt") &&
              Done(aclrtCreateStream(&stream), "aclrtCreateStream") &&
              Done(aclrtMalloc(&from, sizeof x, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc") &&
              Done(aclrtMalloc(&to, sizeof y, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  aclDataBuffer *input = aclCreateDataBuffer(from, sizeof x), *output = aclCreateDataBuffer(to, sizeof y);
  const aclTensorDesc* described[] = {desc};
  done = done && (models != nullptr ? Done(aclopSetModelDir(models), "aclopSetModelDir")
                                    : Done(aclopCompile("SoftmaxV2", 1, described, 1, described, attr, ACL_ENGINE_SYS,
                                                        ACL_COMPILE_SYS, nullptr),
                                           "aclopCompile"));
  // Each of these returns at once; the stream does them in order.
  done = done &&
         Done(aclrtMemcpyAsync(from, sizeof x, x.data(), sizeof x, ACL_MEMCPY_HOST_TO_DEVICE, stream), "copy") &&
         Done(aclopExecuteV2("SoftmaxV2", 1, &desc, &input, 1, &desc, &output, attr, stream), "aclopExecuteV2") &&
         Done(aclrtMemcpyAsync(y.data(), sizeof y, to, sizeof y, ACL_MEMCPY_DEVICE_TO_HOST, stream), "copy") &&
         Done(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  for (size_t row = 0; done && row < 2; ++row)
    std::printf("%.4f %.4f %.4f\n", y[3 * row], y[3 * row + 1], y[3 * row + 2]);
  aclDestroyDataBuffer(input);
  aclDestroyDataBuffer(output);
  aclrtFree(from);
  aclrtFree(to);
  aclrtDestroyStream(stream);
  aclopDestroyAttr(attr);
  aclDestroyTensorDesc(desc);
  return done && std::fabs(y[5] - 1.0F / 3) < 1e-5F && y[2] > y[1] && y[1] > y[0];
}

}  // namespace

int main(int argc, char** argv) {
  if (!Done(aclInit(nullptr), "aclInit") || !Done(aclrtSetDevice(0), "aclrtSetDevice")) return 1;
  const bool done = Run(argc > 1 ? argv[1] : nullptr);
  aclrtResetDevice(0);
  aclFinalize();
  return done ? 0 : 1;
}
