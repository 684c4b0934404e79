// The AI CPU kernel of one node.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpu_kernel.h"
#include "graph_core/engines/engine.h"

namespace opdk {

// A call's context is built once; a run only points it to the data. A kernel class without data members is created
// once, any other afresh for each run, as CANN promises its authors. Where the operator information says block_dim, the
// kernel is called once per block, on all threads, with the attributes block_num and block_id. An output with an
// input's name is the same memory to the kernel, which may change some elements of it only.
class AiCpuKernel : public LoadedKernel, public PreparedKernel, public std::enable_shared_from_this<AiCpuKernel> {
 public:
  // Makes the kernel of a node. E6002: the kernel class's creator throws.
  static Result<std::shared_ptr<const AiCpuKernel>> Make(const Node& node, const OperatorProvider& provider);

  // Returns this kernel for all shapes.
  Result<std::shared_ptr<const PreparedKernel>> Prepare(const KernelArgs&) const override {
    return std::shared_ptr<const PreparedKernel>(shared_from_this());
  }
  Result<std::unique_ptr<KernelCall>> NewCall() const override;
  bool asks_for_outputs() const override { return true; }
  std::string kernel_name() const override { return kernel_name_; }
  std::string description() const override;

 private:
  friend class AiCpuCall;
  AiCpuKernel(const Node& node, const OperatorProvider& provider);

  const aicpu::CpuKernelType& entry_;
  std::string kernel_name_;
  std::string where_;  // for messages about exceptions
  OpDesc op_;
  std::vector<std::pair<size_t, size_t>> references_;  // output and input of one name: CANN's reference
  std::optional<int> block_dim_;                       // of the operator information
  std::shared_ptr<aicpu::CpuKernel> object_;           // of a stateless class
};

}  // namespace opdk
