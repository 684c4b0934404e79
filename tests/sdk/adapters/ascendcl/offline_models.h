// Offline models for the tests: y = Relu(Exp(x)), x: float[rows, 3].
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "ge/ge_ir_build.h"
#include "tests/graph_core/host/host_fixture.h"
#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {

// Files by number of rows, gone with the process.
struct ModelFiles {
  std::map<int64_t, std::string> paths;
  ~ModelFiles() {
    for (const auto& [rows, path] : paths) std::filesystem::remove(path);
  }
};

// Returns the file of a model of `rows` rows, -1: any number. Makes it once in a process, before aclInit.
inline const std::string& ExpReluFile(int64_t rows) {
  static ModelFiles files;
  std::string& path = files.paths[rows];
  if (!path.empty()) return path;
  UseBuiltinOperatorsAlone();
  EXPECT_EQ(ge::aclgrphBuildInitialize(std::map<std::string, std::string>{{"ge.socVersion", "native"}}),
            ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  ge::ModelBufferData model;
  EXPECT_EQ(ge::aclgrphBuildModel(ExpRelu(rows), std::map<std::string, std::string>{}, model), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  path = ::testing::TempDir() + "acl_exp_relu_" + std::to_string(getpid()) + "_" + std::to_string(rows) + ".om";
  EXPECT_EQ(ge::aclgrphSaveModel(path, model), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ge::aclgrphBuildFinalize();
  return path;
}

inline std::string BytesOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Device memory with a data buffer of it in a dataset of its own.
class DeviceTensor {
 public:
  explicit DeviceTensor(std::vector<float> values) : DeviceTensor(values.size() * sizeof(float)) {
    EXPECT_OK(aclrtMemcpy(data_, bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE));
  }
  explicit DeviceTensor(size_t bytes) : bytes_(bytes) {
    EXPECT_OK(aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    buffer_ = aclCreateDataBuffer(data_, bytes);
    dataset_ = aclmdlCreateDataset();
    EXPECT_OK(aclmdlAddDatasetBuffer(dataset_, buffer_));
  }
  DeviceTensor(const DeviceTensor&) = delete;
  DeviceTensor& operator=(const DeviceTensor&) = delete;
  ~DeviceTensor() {
    EXPECT_OK(aclmdlDestroyDataset(dataset_));
    EXPECT_OK(aclDestroyDataBuffer(buffer_));
    if (data_ != nullptr) {
      EXPECT_OK(aclrtFree(data_));
    }
  }

  void* data() const { return data_; }
  aclDataBuffer* buffer() const { return buffer_; }
  aclmdlDataset* dataset() const { return dataset_; }
  std::vector<float> values() const {
    std::vector<float> values(bytes_ / sizeof(float));
    EXPECT_OK(aclrtMemcpy(values.data(), bytes_, data_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST));
    return values;
  }
  void Free() {
    EXPECT_OK(aclrtFree(data_));
    data_ = nullptr;
  }

 private:
  void* data_ = nullptr;
  size_t bytes_ = 0;
  aclDataBuffer* buffer_ = nullptr;
  aclmdlDataset* dataset_ = nullptr;
};

inline void ExpectExp(const std::vector<float>& x, const std::vector<float>& y) {
  ASSERT_GE(y.size(), x.size());
  for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(y[i], std::exp(x[i]), 1e-4F) << i;
}

// With a model of two rows loaded.
class AclModel : public Acl {
 protected:
  void SetUp() override {
    path_ = ExpReluFile(2);
    Acl::SetUp();
    ASSERT_OK(aclmdlLoadFromFile(path_.c_str(), &model_));
  }
  void TearDown() override {
    if (model_ != 0) {
      EXPECT_OK(aclmdlUnload(model_));
    }
    Acl::TearDown();
  }

  std::string path_;
  uint32_t model_ = 0;
};

}  // namespace opdk::acl_tests
