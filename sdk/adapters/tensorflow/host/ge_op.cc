// The operator GeOp: a cluster of a graph, run by opdk.
#include <memory>
#include <string>
#include <vector>

#include "sdk/adapters/tensorflow/host/engine_library.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/platform/mutex.h"

namespace opdk_tensorflow {
namespace {

using tensorflow::OpKernelConstruction;
using tensorflow::OpKernelContext;
using tensorflow::Tensor;
using tensorflow::TensorShape;

// Stateful, so that no optimizer evaluates or joins it.
REGISTER_OP("GeOp")
    .Input("inputs: Tin")
    .Output("values: Tout")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("graph: string")
    .Attr("outputs: list(string) >= 0")
    .Attr("output_shapes: list(shape) >= 0")
    .Attr("options: string")
    .Attr("weights: list(int) = []")
    .Attr("error: string = ''")
    .SetIsStateful()
    .SetShapeFn([](tensorflow::shape_inference::InferenceContext* context) {
      std::vector<tensorflow::PartialTensorShape> shapes;
      TF_RETURN_IF_ERROR(context->GetAttr("output_shapes", &shapes));
      for (int i = 0; i < context->num_outputs(); ++i) {
        tensorflow::shape_inference::ShapeHandle shape = context->UnknownShape();
        if (static_cast<size_t>(i) < shapes.size()) {
          TF_RETURN_IF_ERROR(context->MakeShapeFromPartialTensorShape(shapes[i], &shape));
        }
        context->set_output(i, shape);
      }
      return absl::OkStatus();
    });

class GeOp : public tensorflow::OpKernel {
 public:
  explicit GeOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string graph, options, error;
    std::vector<std::string> outputs;
    OP_REQUIRES_OK(context, context->GetAttr("error", &error));
    OP_REQUIRES(context, error.empty(), absl::FailedPreconditionError(error));
    OP_REQUIRES_OK(context, context->GetAttr("graph", &graph));
    OP_REQUIRES_OK(context, context->GetAttr("options", &options));
    OP_REQUIRES_OK(context, context->GetAttr("outputs", &outputs));
    OP_REQUIRES_OK(context, context->GetAttr("weights", &weights_));
    engine_ = Engine(&error);
    OP_REQUIRES(context, engine_ != nullptr, absl::FailedPreconditionError(error));
    const std::string list = ListOf(outputs);
    const OpdkTfOpen request{BytesOf(graph),  BytesOf(list), BytesOf(options), weights_.data(),
                             weights_.size(), &error,        TakeText};
    cluster_ = engine_->open(&request);
    OP_REQUIRES(context, cluster_ != nullptr, absl::FailedPreconditionError(error));
  }
  ~GeOp() override {
    if (cluster_ != nullptr) engine_->close(cluster_);
  }

  void Compute(OpKernelContext* context) override {
    const size_t count = static_cast<size_t>(context->num_inputs());
    std::vector<OpdkTfTensor> inputs(count);
    absl::InlinedVector<absl::InlinedVector<int64_t, 4>, 4> dims(count);
    for (size_t i = 0; i < count; ++i) {
      const Tensor& tensor = context->input(static_cast<int>(i));
      dims[i] = tensor.shape().dim_sizes();
      inputs[i] = {tensor.data(), tensor.TotalBytes(), tensor.dtype(), tensor.dims(), dims[i].data()};
    }
    Call call{context, {}, {}};
    const OpdkTfRun request{
        inputs.data(), count,    Generation(context),
        &call,         Allocate, [](void* to, OpdkTfBytes bytes) { TakeText(&static_cast<Call*>(to)->error, bytes); }};
    const int code = engine_->run(cluster_, &request);
    OP_REQUIRES_OK(context, call.status);
    OP_REQUIRES(context, code == 0, absl::InternalError(call.error));
  }

 private:
  struct Call {
    OpKernelContext* context;
    absl::Status status;
    std::string error;
  };

  // Returns the version of the weights. A variable writes into its memory only while no other tensor refers to it. This
  // object holds the weights, so weights at the same address are unchanged.
  uint64_t Generation(OpKernelContext* context) {
    if (weights_.empty()) return 0;
    const tensorflow::mutex_lock lock(mutex_);
    bool same = held_.size() == weights_.size();
    for (size_t i = 0; same && i < weights_.size(); ++i) {
      const Tensor& tensor = context->input(weights_[i]);
      same = tensor.data() == held_[i].data() && tensor.shape() == held_[i].shape();
    }
    if (same) return generation_;
    held_.clear();
    for (const int32_t weight : weights_) held_.push_back(context->input(weight));
    return ++generation_;
  }

  static void* Allocate(void* receiver, size_t output, int32_t rank, const int64_t* dims, size_t bytes) {
    Call& call = *static_cast<Call*>(receiver);
    TensorShape shape;
    call.status = TensorShape::BuildTensorShape({dims, static_cast<size_t>(rank)}, &shape);
    Tensor* tensor = nullptr;
    if (call.status.ok()) call.status = call.context->allocate_output(static_cast<int>(output), shape, &tensor);
    if (!call.status.ok()) return nullptr;
    if (tensor->TotalBytes() == bytes) return tensor->data();
    call.status = absl::InternalError("opdk gives an output of another type than TensorFlow expects");
    return nullptr;
  }

  const OpdkTensorflow* engine_ = nullptr;
  void* cluster_ = nullptr;
  std::vector<int32_t> weights_;
  tensorflow::mutex mutex_;
  std::vector<Tensor> held_;
  uint64_t generation_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("GeOp").Device(tensorflow::DEVICE_CPU), GeOp);

}  // namespace
}  // namespace opdk_tensorflow
