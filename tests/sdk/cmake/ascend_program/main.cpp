// Runs an offline model of an addition, as programs for AscendCL do.
#include <cstdio>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace {

bool Check(const char *what, aclError code) {
  if (code == ACL_SUCCESS) return true;
  const char *why = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s failed with %d: %s\n", what, code, why == nullptr ? "" : why);
  return false;
}

bool Fill(aclmdlDataset *dataset, size_t bytes, const void *host) {
  void *device = nullptr;
  if (!Check("aclrtMalloc", aclrtMalloc(&device, bytes, ACL_MEM_MALLOC_NORMAL_ONLY))) return false;
  if (host != nullptr && !Check("aclrtMemcpy", aclrtMemcpy(device, bytes, host, bytes, ACL_MEMCPY_HOST_TO_DEVICE))) {
    return false;
  }
  return Check("aclmdlAddDatasetBuffer", aclmdlAddDatasetBuffer(dataset, aclCreateDataBuffer(device, bytes)));
}

bool Run(const char *path) {
  uint32_t model = 0;
  if (!Check("aclmdlLoadFromFile", aclmdlLoadFromFile(path, &model))) return false;
  aclmdlDesc *desc = aclmdlCreateDesc();
  if (!Check("aclmdlGetDesc", aclmdlGetDesc(desc, model))) return false;
  const std::vector<float> a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  aclmdlDataset *input = aclmdlCreateDataset(), *output = aclmdlCreateDataset();
  const size_t bytes = aclmdlGetInputSizeByIndex(desc, 0);
  if (!Fill(input, bytes, a.data()) || !Fill(input, bytes, b.data())) return false;
  if (!Fill(output, aclmdlGetOutputSizeByIndex(desc, 0), nullptr)) return false;
  aclrtStream stream = nullptr;
  if (!Check("aclrtCreateStream", aclrtCreateStream(&stream))) return false;
  if (!Check("aclmdlExecuteAsync", aclmdlExecuteAsync(model, input, output, stream))) return false;
  if (!Check("aclrtSynchronizeStream", aclrtSynchronizeStream(stream))) return false;
  std::vector<float> sum(4);
  void *result = aclGetDataBufferAddr(aclmdlGetDatasetBuffer(output, 0));
  if (!Check("aclrtMemcpy", aclrtMemcpy(sum.data(), bytes, result, bytes, ACL_MEMCPY_DEVICE_TO_HOST))) return false;
  for (size_t i = 0; i < sum.size(); ++i) std::printf("%g ", sum[i]);
  std::printf("\n");
  return Check("aclmdlUnload", aclmdlUnload(model)) && sum == std::vector<float>({11, 22, 33, 44});
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2 || !Check("aclInit", aclInit(nullptr)) || !Check("aclrtSetDevice", aclrtSetDevice(0))) return 1;
  const bool ok = Run(argv[1]);
  aclrtResetDevice(0);
  return Check("aclFinalize", aclFinalize()) && ok ? 0 : 1;
}
