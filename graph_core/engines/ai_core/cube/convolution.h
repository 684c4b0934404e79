// A convolution of float as oneDNN describes it.
#pragma once

#include <vector>

#include "graph_core/engines/ai_core/cube/cube_step.h"

namespace opdk {

using ConvolutionPrimitive = dnnl::convolution_forward::primitive_desc;

// Everything about a convolution but its data's layout.
struct Convolution {
  explicit Convolution(const StepSpec& spec);

  // Reads what is added to the result instead of summing onto the result's memory.
  void ReadAdded(const StepSpec& spec);
  // In attributes of its own: copies of oneDNN's share theirs.
  void SetPostOps(const dnnl::post_ops& post_ops);

  // The first implementation whose sums don't depend on the number of threads, else the first one.
  ConvolutionPrimitive Make(const dnnl::memory::desc& x_desc, const dnnl::memory::desc& y_desc) const;
  // Takes row-major data and a row-major filter.
  ConvolutionPrimitive MakeRowMajor() const;
  // All that oneDNN has.
  std::vector<ConvolutionPrimitive> MakeWinograd(const dnnl::memory::desc& x_desc,
                                                 const dnnl::memory::desc& y_desc) const;

  dnnl::memory::dims x, weights, y, strides, gaps, begin, end;
  dnnl::memory::desc bias;
  dnnl::primitive_attr attr;

 private:
  dnnl::convolution_forward::desc Desc(dnnl::algorithm algorithm, const dnnl::memory::desc& x_desc,
                                       const dnnl::memory::desc& weights_desc, const dnnl::memory::desc& y_desc) const;
  // All that oneDNN has. It reads `desc` again for each next one.
  std::vector<ConvolutionPrimitive> All(const dnnl::convolution_forward::desc& desc) const;
};

// Row-major data is brought into the layout that oneDNN likes best; few channels go in as they are if it can.
ConvolutionPrimitive DirectPrimitive(const StepSpec& spec, const Convolution& conv);

}  // namespace opdk
