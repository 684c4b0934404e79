// The registration of AI CPU kernels, and aicpu::CpuKernel, their base class. A kernel is a function:
//
//   static uint32_t MishCompute(const aicpu::CpuKernelContext& context) { … return aicpu::KERNEL_STATUS_OK; }
//   OPDK_CPU_KERNEL(Mish, MishCompute);
//
// CANN's own form is longer, a class with Compute:
//
//   const char* MISH = "Mish";
//   REGISTER_CPU_KERNEL(MISH, MishCpuKernel);
//
// Inputs and outputs have the shapes and dtypes that the prototype's rule gave, and the outputs have memory for them. A
// kernel returns 0 (status.h) for success; any other value is E6001, an exception is E6002.
#pragma once

#include <functional>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "cpu_context.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"

namespace aicpu {

// Base class of AI CPU kernels. A class without data members has one object for all executions, which may run at once.
class AICPU_VISIBILITY CpuKernel {
 public:
  // Computes the outputs. Returns 0 for success; any other value fails the node.
  virtual uint32_t Compute(CpuKernelContext& ctx) = 0;
  virtual ~CpuKernel() {}
};

// The class of a kernel that is a function. It has no data members, so one object serves all executions.
template <typename Function, Function kCompute>
class OPDK_HIDDEN FunctionCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return kCompute(ctx); }
};

// Names the class of a kernel, for OPDK_CPU_KERNEL: a class is its own, a function has one that calls it.
template <typename Clazz>
struct KernelClass {
  using type = Clazz;
};
template <typename Clazz>
KernelClass<Clazz> ClassOfKernel();
template <uint32_t (*kCompute)(CpuKernelContext&)>
KernelClass<FunctionCpuKernel<uint32_t (*)(CpuKernelContext&), kCompute>> ClassOfKernel();
template <uint32_t (*kCompute)(const CpuKernelContext&)>
KernelClass<FunctionCpuKernel<uint32_t (*)(const CpuKernelContext&), kCompute>> ClassOfKernel();

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

// Registers the kernel of an operator, a function or a class, in any namespace: OPDK_CPU_KERNEL(Mish, MishCompute),
// OPDK_CPU_KERNEL(Add, BinaryCpuKernel<Sum, float>). The function takes the context, const or not, and returns a
// status. Several threads may call it at once. Each operator has one such line in a package.
#define OPDK_CPU_KERNEL(op, ...)                                                                            \
  const char* const kOperator##op = #op;                                                                    \
  using KernelOf##op = decltype(::aicpu::ClassOfKernel<__VA_ARGS__>())::type;                               \
  static_assert(std::is_base_of<::aicpu::CpuKernel, KernelOf##op>::value,                                   \
                "OPDK_CPU_KERNEL: the kernel of " #op " is neither a function nor derived from CpuKernel"); \
  REGISTER_CPU_KERNEL(kOperator##op, KernelOf##op)
