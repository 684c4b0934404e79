// Classifies handwritten digits with an offline model, through AscendCL alone.
//   classify MODEL.om TEST.csv
#include <acl/acl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr size_t kPixels = 64, kClasses = 10;
constexpr float kBrightest = 16.0F;

struct Digit {
  size_t label = 0;
  std::array<float, kPixels> pixels{};  // 0 … 1
};

std::vector<Digit> ReadDigits(const char* path) {
  std::vector<Digit> digits;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);  // header
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    Digit digit;
    char comma = 0;
    cells >> digit.label;
    for (float& pixel : digit.pixels) {
      cells >> comma >> pixel;
      pixel /= kBrightest;
    }
    if (cells && digit.label < kClasses) digits.push_back(digit);
  }
  return digits;
}

bool Done(aclError code, const char* what) {
  if (code == ACL_SUCCESS) return true;
  const char* why = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: error %d: %s\n", what, code, why == nullptr ? "" : why);
  return false;
}

// Memory of the device for an input or an output, with the dataset that a run takes.
struct DeviceTensor {
  void* data = nullptr;
  aclDataBuffer* buffer = nullptr;
  aclmdlDataset* dataset = aclmdlCreateDataset();

  bool Allocate(size_t bytes) {
    if (!Done(aclrtMalloc(&data, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc")) return false;
    buffer = aclCreateDataBuffer(data, bytes);
    return Done(aclmdlAddDatasetBuffer(dataset, buffer), "aclmdlAddDatasetBuffer");
  }
  ~DeviceTensor() {
    aclmdlDestroyDataset(dataset);
    aclDestroyDataBuffer(buffer);
    aclrtFree(data);
  }
};

// Returns the number of digits that the model gets right; -1 when something failed.
long CountRight(uint32_t model, const aclmdlDesc* desc, const std::vector<Digit>& digits) {
  auto* ports = const_cast<aclmdlDesc*>(desc);
  const size_t input_bytes = aclmdlGetInputSizeByIndex(ports, 0), output_bytes = aclmdlGetOutputSizeByIndex(ports, 0);
  std::array<float, kClasses> scores{};
  if (input_bytes != sizeof(Digit::pixels) || output_bytes != sizeof scores) {
    std::fprintf(stderr, "the model is no classifier of 8x8 digits\n");
    return -1;
  }
  DeviceTensor input, output;
  if (!input.Allocate(input_bytes) || !output.Allocate(output_bytes)) return -1;
  long right = 0;
  for (const Digit& digit : digits) {
    const bool ran =
        Done(aclrtMemcpy(input.data, input_bytes, digit.pixels.data(), input_bytes, ACL_MEMCPY_HOST_TO_DEVICE),
             "aclrtMemcpy") &&
        Done(aclmdlExecute(model, input.dataset, output.dataset), "aclmdlExecute") &&
        Done(aclrtMemcpy(scores.data(), sizeof scores, output.data, output_bytes, ACL_MEMCPY_DEVICE_TO_HOST),
             "aclrtMemcpy");
    if (!ran) return -1;
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    right += static_cast<size_t>(best) == digit.label ? 1 : 0;
  }
  return right;
}

int Classify(const char* path, const std::vector<Digit>& digits) {
  uint32_t model = 0;
  if (!Done(aclmdlLoadFromFile(path, &model), "aclmdlLoadFromFile")) return 1;
  aclmdlDesc* desc = aclmdlCreateDesc();
  long right = -1;
  if (Done(aclmdlGetDesc(desc, model), "aclmdlGetDesc")) right = CountRight(model, desc, digits);
  aclmdlDestroyDesc(desc);
  aclmdlUnload(model);
  if (right < 0) return 1;
  const double accuracy = 100.0 * static_cast<double>(right) / static_cast<double>(digits.size());
  std::printf("%ld of %zu held-out digits right: accuracy %.2f %%\n", right, digits.size(), accuracy);
  return accuracy > 95 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: classify MODEL.om TEST.csv\n");
    return 2;
  }
  const std::vector<Digit> digits = ReadDigits(argv[2]);
  if (digits.empty()) {
    std::fprintf(stderr, "classify: no digits in '%s'\n", argv[2]);
    return 2;
  }
  if (!Done(aclInit(nullptr), "aclInit") || !Done(aclrtSetDevice(0), "aclrtSetDevice")) return 1;
  const int status = Classify(argv[1], digits);
  aclrtResetDevice(0);
  aclFinalize();
  return status;
}
