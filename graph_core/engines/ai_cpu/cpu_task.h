// One AI CPU kernel as a task of a loaded model.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpu_kernel.h"
#include "graph_core/engines/engine.h"
#include "opdk/cpu_engine.h"

namespace opdk {

// The kernel's context is built once; a run only points it to the data. A kernel class without data members is created
// once, any other afresh for each run, as CANN promises its authors. Where the operator information says block_dim, the
// kernel is called once per block, on all threads, with the attributes block_num and block_id. An output with an
// input's name is the same memory to the kernel, which may change some elements of it only.
class CpuTask : public Task {
 public:
  CpuTask(const Node& node, const OperatorProvider& provider);

  Result<size_t> Prepare(const TaskArgs& args) override;
  // E6001 when Compute returns an error code, E6002 when it throws.
  Status Run(const TaskArgs& args) override;
  std::string kernel_name() const override { return kernel_name_; }
  std::string description() const override;

 private:
  Status Compute(CpuNode& node);
  void SetPorts(CpuNode& node, const TaskArgs& args);
  // Brings the inputs that outputs refer to into the outputs' memory.
  void FillReferences(const TaskArgs& args) const;
  // How many blocks share the work: as many as threads, and no more than there is work for.
  int BlockCount(const TaskArgs& args) const;
  Status RunBlocks(const TaskArgs& args);

  const aicpu::CpuKernelType& entry_;
  std::string kernel_name_;
  std::string where_;  // for messages about exceptions
  CpuNode node_;
  std::vector<std::pair<size_t, size_t>> references_;  // output and input of one name: CANN's reference
  std::optional<int> block_dim_;                       // of the operator information
  std::vector<CpuNode> blocks_;                        // one per block when it is set
  std::shared_ptr<aicpu::CpuKernel> kernel_;           // of a stateless class
};

}  // namespace opdk
