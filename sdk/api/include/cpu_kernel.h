// aicpu::CpuKernel, the base class of AI CPU kernels, and their registration.
//
//   namespace aicpu {
//   uint32_t MishCpuKernel::Compute(CpuKernelContext& ctx) { … }
//   OPDK_CPU_KERNEL(Mish, MishCpuKernel);
//   }
//
// CANN's own form is longer: const char* MISH = "Mish"; REGISTER_CPU_KERNEL(MISH, MishCpuKernel);
#pragma once

#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "cpu_context.h"
#include "opdk/registrations.h"

namespace aicpu {

// Base class of AI CPU kernels. A class without data members has one object for all executions, which may run at once.
class AICPU_VISIBILITY CpuKernel {
 public:
  // Computes the outputs. Returns 0 for success; any other value fails the node.
  virtual uint32_t Compute(CpuKernelContext& ctx) = 0;
  virtual ~CpuKernel() {}
};

using KERNEL_CREATOR_FUN = std::function<std::shared_ptr<CpuKernel>(void)>;

// Makes an object without throwing; nullptr when memory is out.
template <typename T, typename... Args>
OPDK_HIDDEN inline std::shared_ptr<T> MakeShared(Args&&... args) {
  return std::shared_ptr<T>(new (std::nothrow) T(std::forward<Args>(args)...));
}

// A kernel as the AI CPU engine gets it: opdk::EngineKernelEntry::payload.
struct CpuKernelType {
  uint32_t size;  // of this structure
  // The class adds no data member to CpuKernel, so one object can serve every execution.
  bool stateless;
  KERNEL_CREATOR_FUN create;
};

// Puts a kernel on this package's list. False when the creator is empty. A type that is on the list keeps its kernel.
OPDK_HIDDEN inline bool RegistCpuKernel(const std::string& type, const KERNEL_CREATOR_FUN& fun,
                                        bool stateless = false) {
  if (!fun) return false;
  const CpuKernelType kernel = {static_cast<uint32_t>(sizeof(CpuKernelType)), stateless, fun};
  opdk::RegistrationList::Local().AppendFirst(opdk::EngineKernelEntry("ai_cpu", type.c_str(), opdk::SourcePlace(),
                                                                      std::make_shared<const CpuKernelType>(kernel)));
  return true;
}

}  // namespace aicpu

// `type` is the name of a const char* variable, unique in the package.
#define REGISTER_CPU_KERNEL(type, Clazz)                                                                 \
  std::shared_ptr<::aicpu::CpuKernel> Creator_##type##_Kernel() { return ::aicpu::MakeShared<Clazz>(); } \
  bool g_##type##_Kernel_Creator __attribute__((unused)) =                                               \
      ::aicpu::RegistCpuKernel(type, Creator_##type##_Kernel, sizeof(Clazz) == sizeof(::aicpu::CpuKernel))

// Registers a class as the kernel of an operator: OPDK_CPU_KERNEL(Add, BinaryCpuKernel<Sum>). The class may be any
// expression of a type, also one with commas.
#define OPDK_CPU_KERNEL(op, ...)         \
  const char* const kOperator##op = #op; \
  using KernelOf##op = __VA_ARGS__;      \
  REGISTER_CPU_KERNEL(kOperator##op, KernelOf##op)
