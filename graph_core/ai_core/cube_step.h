// What the oneDNN primitives of the cube unit share.
#pragma once

#include <cstdlib>
#include <dnnl.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph_core/ai_core/step.h"

namespace opdk {

const dnnl::engine& CpuEngine();

// Plain row-major memory.
dnnl::memory::desc PlainDesc(const std::vector<int64_t>& shape,
                             dnnl::memory::data_type type = dnnl::memory::data_type::f32);
// oneDNN counts the gaps between the taps.
std::vector<int64_t> Gaps(std::vector<int64_t> dilations);
// [groups, O/groups, C/groups, spatial...]: a filter [O, C/groups, spatial...] as oneDNN wants it.
std::vector<int64_t> GroupedFilter(std::vector<int64_t> filter, int64_t groups);

// Appends a spec's epilogues to `ops`, except kAdd, which `add` handles. `has_add`: whether there was one.
dnnl::post_ops MakePostOps(const StepSpec& spec);
// The value that is added to the result, -1: none.
int AddedValue(const StepSpec& spec);

// A oneDNN primitive between plain tensors: reorders to and from the layouts it prefers, constant operands once.
class CubeStep : public KernelStep {
 public:
  Status Run(std::span<void* const> values, std::byte* workspace) override;
  size_t workspace_bytes() const override { return workspace_bytes_; }
  std::string kernel_name() const override { return name_; }
  std::string description() const override { return description_; }

 protected:
  struct Operand {
    int argument = 0;  // DNNL_ARG_…
    int value = -1;
    dnnl::memory plain;      // over the value's own bytes
    dnnl::memory preferred;  // over workspace or packed bytes, or the same as plain
    dnnl::reorder reorder;   // plain to preferred (preferred to plain for the result)
    bool reorders = false;
    bool packed = false;  // reordered when the step was made
    size_t offset = 0;    // of `preferred` in the workspace
    std::unique_ptr<void, decltype(&std::free)> storage{nullptr, &std::free};
  };

  // `constant`: the value's bytes if they never change.
  void AddInput(int argument, int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred,
                const void* constant = nullptr);
  void SetResult(int value, const dnnl::memory::desc& plain, const dnnl::memory::desc& preferred);
  // The tensor that is summed onto the result: brought into the result's layout before the primitive runs.
  void SetAdded(int value, const dnnl::memory::desc& plain);
  void Finish(const dnnl::primitive& primitive, const dnnl::memory::desc& scratchpad, std::string name,
              std::string description);

 private:
  size_t Reserve(const dnnl::memory::desc& desc);

  std::vector<Operand> inputs_;
  Operand result_;
  Operand added_;
  dnnl::primitive primitive_;
  dnnl::memory scratchpad_;
  size_t scratchpad_offset_ = 0;
  std::unordered_map<int, dnnl::memory> arguments_;
  dnnl::stream stream_{CpuEngine()};
  size_t workspace_bytes_ = 0;
  std::string name_, description_;
};

// oneDNN's exceptions as a Status.
template <typename Make>
Result<std::unique_ptr<KernelStep>> FencedCube(const char* what, Make make) {
  try {
    return make();
  } catch (const dnnl::error& error) {
    return Status(ErrorCode::kExpression, std::string("oneDNN refuses this ") + what + ": " + error.what());
  }
}

}  // namespace opdk
