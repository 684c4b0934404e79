#include "tests/graph_core/engines/ai_core/kernel_harness.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>

#include "graph_core/base/element_type.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/ai_core/make_step.h"
#include "graph_core/engines/ai_core/plan/pipeline.h"

namespace opdk::tests {
namespace {

constexpr std::byte kCanary{0xC5};

// Memory that ends exactly at an inaccessible page.
class Guarded {
 public:
  explicit Guarded(size_t bytes) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    mapped_ = (bytes + page_ - 1) / page_ * page_ + page_;
    base_ = static_cast<std::byte*>(
        mmap(nullptr, mapped_ + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + mapped_, page_, PROT_NONE);
    data_ = base_ + mapped_ - bytes;
    std::memset(base_, static_cast<int>(kCanary), mapped_);
  }
  ~Guarded() { munmap(base_, mapped_ + page_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  std::byte* data() { return data_; }
  bool IntactBefore() const {
    for (const std::byte* byte = base_; byte < data_; ++byte) {
      if (*byte != kCanary) return false;
    }
    return true;
  }

 private:
  size_t page_, mapped_ = 0;
  std::byte* base_ = nullptr;
  std::byte* data_ = nullptr;
};

}  // namespace

AiCoreStores& TestStores() {
  static AiCoreStores stores(
      (std::filesystem::temp_directory_path() / ("opdk-kernel-tests-" + std::to_string(getuid()))).string());
  return stores;
}

tbe::HostTensor Random(ge::DataType dtype, const tbe::Dims& shape, double low, double high, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> distribution(low, high);
  size_t count = 1;
  for (int64_t extent : shape) count *= static_cast<size_t>(extent);
  std::vector<double> numbers(count);
  for (double& number : numbers) {
    number = distribution(generator);
    if (!IsFloat(dtype)) number = std::floor(number);
  }
  return tbe::FromNumbers(dtype, shape, numbers);
}

Result<std::vector<tbe::HostTensor>> RunCompiled(const std::vector<tbe::Tensor>& outputs,
                                                 const std::vector<tbe::HostTensor>& inputs, std::string* description) {
  OPDK_TRY(StepPlan plan, MakePlan(outputs, std::vector<bool>(outputs.size(), true), static_cast<int>(inputs.size())));
  std::vector<std::unique_ptr<Guarded>> memory;
  std::vector<void*> values;
  for (size_t i = 0; i < plan.values.size(); ++i) {
    size_t bytes = 0;
    if (i < inputs.size()) {
      bytes = inputs[i].bytes.size();
    } else {
      OPDK_TRY(bytes, TensorBytes(plan.values[i].dtype, plan.values[i].shape));
    }
    memory.push_back(std::make_unique<Guarded>(bytes));
    if (i < inputs.size() && bytes > 0) std::memcpy(memory.back()->data(), inputs[i].bytes.data(), bytes);
    values.push_back(memory.back()->data());
  }
  // Treats odd inputs of cube nodes as constants, so that packing is used too.
  std::vector<const void*> constants(plan.values.size(), nullptr);
  for (size_t i = 1; i < inputs.size(); i += 2) constants[i] = values[i];
  for (const StepSpec& spec : plan.steps) {
    OPDK_TRY(std::unique_ptr<KernelStep> step, MakeStep(spec, {}, {constants}, TestStores()));
    if (description != nullptr) *description += step->description() + "\n";
    void* workspace = std::aligned_alloc(64, (step->workspace_bytes() + 127) / 64 * 64);
    Status status = step->Run(values, static_cast<std::byte*>(workspace), step->NewState().get());
    std::free(workspace);
    OPDK_TRY(std::move(status));
  }
  std::vector<tbe::HostTensor> results;
  for (size_t i = 0; i < outputs.size(); ++i) {
    size_t value = inputs.size() + i;
    EXPECT_TRUE(memory[value]->IntactBefore()) << "bytes before output " << i << " were overwritten";
    OPDK_TRY(size_t bytes, TensorBytes(outputs[i].dtype(), outputs[i].shape()));
    const auto* data = reinterpret_cast<const uint8_t*>(memory[value]->data());
    results.push_back({outputs[i].dtype(), outputs[i].shape(), std::vector<uint8_t>(data, data + bytes)});
  }
  return results;
}

void ExpectMatchesInterpreter(const std::vector<tbe::Tensor>& outputs, const std::vector<tbe::HostTensor>& inputs,
                              double tolerance, double scale) {
  auto compiled = RunCompiled(outputs, inputs);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  auto expected = tbe::Evaluate(outputs, inputs);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::vector<double> got = tbe::ToNumbers((*compiled)[i]), want = tbe::ToNumbers((*expected)[i]);
    int shown = 0;
    for (size_t k = 0; k < got.size() && shown < 3; ++k) {
      bool same = got[k] == want[k] || (std::isnan(got[k]) && std::isnan(want[k])) ||
                  std::fabs(got[k] - want[k]) <= tolerance * (std::fabs(want[k]) + scale);
      if (same) continue;
      ADD_FAILURE() << "output " << i << "[" << k << "]: compiled " << got[k] << ", interpreter " << want[k];
      ++shown;
    }
  }
}

}  // namespace opdk::tests
