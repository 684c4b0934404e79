#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "cpu_kernel.h"
#include "opdk/registrations.h"
#include "status.h"

namespace {

template <typename Number, int kStatus>
uint32_t StatusOf(const aicpu::CpuKernelContext&) {
  return static_cast<uint32_t>(Number(kStatus));
}
uint32_t CountCalls(aicpu::CpuKernelContext&) {
  static uint32_t calls = 0;
  return ++calls;
}

template <typename Number, int kStatus>
class StatusCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext&) override { return static_cast<uint32_t>(Number(kStatus)); }
};

OPDK_CPU_KERNEL(KernelOfAConstFunction, StatusOf<float, 3>);
OPDK_CPU_KERNEL(KernelOfAFunction, CountCalls);
OPDK_CPU_KERNEL(KernelOfAClass, StatusCpuKernel<float, 5>);
const char* const kLongForm = "KernelInTheLongForm";
class LongFormCpuKernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(aicpu::CpuKernelContext&) override { return ++calls_; }

 private:
  uint32_t calls_ = 0;
};
REGISTER_CPU_KERNEL(kLongForm, LongFormCpuKernel);

// Returns the kernel that this library registers for an operator.
const aicpu::CpuKernelType& KernelOf(const std::string& type) {
  for (const auto* entry : opdk::EntriesOf<opdk::EngineKernelEntry>(*opdk::RegistrationList::Local().list())) {
    if (entry->type == type.c_str()) return *static_cast<const aicpu::CpuKernelType*>(entry->payload.get());
  }
  throw std::out_of_range(type);
}

TEST(CpuKernelRegistration, TakesAFunctionOrAClassInOneLine) {
  aicpu::CpuKernelContext context(aicpu::HOST);
  EXPECT_EQ(KernelOf("KernelOfAConstFunction").create()->Compute(context), 3u);
  EXPECT_EQ(KernelOf("KernelOfAClass").create()->Compute(context), 5u);
  const auto function = KernelOf("KernelOfAFunction").create();
  EXPECT_EQ(function->Compute(context), 1u);
  EXPECT_EQ(function->Compute(context), 2u);
  for (const char* type : {"KernelOfAConstFunction", "KernelOfAFunction", "KernelOfAClass"}) {
    EXPECT_TRUE(KernelOf(type).stateless) << type;
  }
}

TEST(CpuKernelRegistration, InTheLongFormIsAsBefore) {
  aicpu::CpuKernelContext context(aicpu::HOST);
  EXPECT_FALSE(KernelOf("KernelInTheLongForm").stateless) << "it has data members";
  EXPECT_EQ(KernelOf("KernelInTheLongForm").create()->Compute(context), 1u);
  EXPECT_EQ(KernelOf("KernelInTheLongForm").create()->Compute(context), 1u);
}

}  // namespace
