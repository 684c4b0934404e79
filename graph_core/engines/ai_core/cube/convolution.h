// A convolution of float as oneDNN describes it.
#pragma once

#include <vector>

#include "graph_core/engines/ai_core/cube/onednn_step.h"

namespace opdk {

using ConvolutionPrimitive = dnnl::convolution_forward::primitive_desc;

// Everything about a convolution but its data's layout.
struct Convolution {
  explicit Convolution(const StepSpec& spec);

  // Makes a post-op read the added tensor, instead of summing onto the result's memory.
  void ReadAdded(const StepSpec& spec);
  // Replaces `attr` by new attributes with these post-ops. Copies of oneDNN's attributes share their post-ops.
  void SetPostOps(const dnnl::post_ops& post_ops);

  // Returns the first implementation whose sums don't depend on the number of threads. If there is none, returns the
  // first.
  ConvolutionPrimitive Make(const dnnl::memory::desc& x_desc, const dnnl::memory::desc& y_desc) const;
  // Takes row-major data and a row-major filter.
  ConvolutionPrimitive MakeRowMajor() const;
  // Returns all Winograd implementations of oneDNN.
  std::vector<ConvolutionPrimitive> MakeWinograd(const dnnl::memory::desc& x_desc,
                                                 const dnnl::memory::desc& y_desc) const;

  dnnl::memory::dims x, weights, y, strides, gaps, begin, end;
  dnnl::memory::desc bias;
  dnnl::primitive_attr attr;

 private:
  dnnl::convolution_forward::desc Desc(dnnl::algorithm algorithm, const dnnl::memory::desc& x_desc,
                                       const dnnl::memory::desc& weights_desc, const dnnl::memory::desc& y_desc) const;
  // Returns all implementations that oneDNN has for `desc`. Makes the primitive anew from `desc` for each of them.
  std::vector<ConvolutionPrimitive> All(const dnnl::convolution_forward::desc& desc) const;
};

// Chooses the direct primitive. Row-major data is converted to the layout that oneDNN prefers. Data with few channels
// stays row-major if oneDNN supports that.
ConvolutionPrimitive DirectPrimitive(const StepSpec& spec, const Convolution& conv);

}  // namespace opdk
