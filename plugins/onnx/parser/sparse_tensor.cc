#include "plugins/onnx/parser/sparse_tensor.h"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/tensor_data.h"

namespace opdk::onnx_plugin {
namespace {

Status Invalid(const onnx::SparseTensorProto& sparse, const std::string& why) {
  return Status(ErrorCode::kModelInvalid, fmt::format("sparse tensor '{}': {}", sparse.values().name(), why));
}

// Writes sparse tensors out. A few bytes can stand for a large tensor, so the sum of all of them is bounded.
class Densifier {
 public:
  explicit Densifier(const std::string& directory) : directory_(directory) {}

  Status Convert(onnx::GraphProto& graph) {
    for (const auto& sparse : graph.sparse_initializer()) {
      OPDK_TRY(onnx::TensorProto dense, DenseOf(sparse));
      *graph.add_initializer() = std::move(dense);
    }
    graph.clear_sparse_initializer();
    return Convert(*graph.mutable_node());
  }

  Status Convert(google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes) {
    for (auto& node : nodes) {
      for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) OPDK_TRY(Convert(*attribute.mutable_g()));
        if (node.op_type() != "Constant" || attribute.name() != "sparse_value") continue;
        OPDK_TRY(onnx::TensorProto dense, DenseOf(attribute.sparse_tensor()));
        attribute.Clear();
        attribute.set_name("value");
        attribute.set_type(onnx::AttributeProto::TENSOR);
        *attribute.mutable_t() = std::move(dense);
      }
    }
    return {};
  }

 private:
  static constexpr int64_t kMaxBytes = int64_t{512} << 20;

  Result<onnx::TensorProto> DenseOf(const onnx::SparseTensorProto& sparse) {
    OPDK_TRY(const ge::Tensor values, DecodeTensor(sparse.values(), directory_));
    OPDK_TRY(const ge::Tensor indices, DecodeTensor(sparse.indices(), directory_));
    const ge::DataType type = values.GetTensorDesc().GetDataType();
    if (type == ge::DT_STRING) return Invalid(sparse, "strings are not supported");
    const int64_t size = ge::GetSizeByDataType(type);
    OPDK_TRY(const int64_t bytes, BytesOf(sparse, size));
    OPDK_TRY(const std::vector<int64_t> places, PlacesOf(sparse, values, indices));
    onnx::TensorProto dense;
    dense.set_name(sparse.values().name());
    dense.set_data_type(sparse.values().data_type());
    *dense.mutable_dims() = sparse.dims();
    std::string& data = *dense.mutable_raw_data();
    data.resize(static_cast<size_t>(bytes));
    for (size_t i = 0; i < places.size(); ++i) {
      std::memcpy(data.data() + places[i] * size, values.GetData() + static_cast<int64_t>(i) * size,
                  static_cast<size_t>(size));
    }
    return dense;
  }

  Result<int64_t> BytesOf(const onnx::SparseTensorProto& sparse, int64_t size) {
    int64_t bytes = size;
    bool fits = true;
    for (const int64_t dim : sparse.dims()) {
      if (dim < 0) return Invalid(sparse, fmt::format("dimension {} is negative", dim));
      fits = fits && !__builtin_mul_overflow(bytes, dim, &bytes);
    }
    if (fits && bytes <= kMaxBytes - used_) {
      used_ += bytes;
      return bytes;
    }
    return Status(ErrorCode::kShapeOverflow,
                  fmt::format("sparse tensor '{}': with shape [{}] the model's sparse tensors need more than {} bytes",
                              sparse.values().name(), fmt::join(sparse.dims(), ", "), kMaxBytes))
        .Hint("store large tensors as dense initializers");
  }

  // Returns the element of the dense tensor that each value is. Indices are [values], which count elements, or
  // [values, rank].
  static Result<std::vector<int64_t>> PlacesOf(const onnx::SparseTensorProto& sparse, const ge::Tensor& values,
                                               const ge::Tensor& indices) {
    const std::vector<int64_t> shape = indices.GetTensorDesc().GetShape().GetDims();
    const std::vector<int64_t> count = values.GetTensorDesc().GetShape().GetDims();
    const bool counts_elements = shape.size() == 1;
    const auto rank = static_cast<int64_t>(sparse.dims_size());
    if (indices.GetTensorDesc().GetDataType() != ge::DT_INT64 || count.size() != 1 || shape.empty() ||
        shape[0] != count[0] || (!counts_elements && (shape.size() != 2 || shape[1] != rank))) {
      return Invalid(sparse,
                     fmt::format("indices of shape [{}] don't name elements of rank {} for values of shape [{}]",
                                 fmt::join(shape, ", "), rank, fmt::join(count, ", ")));
    }
    std::vector<int64_t> given(indices.GetSize() / sizeof(int64_t));
    if (!given.empty()) std::memcpy(given.data(), indices.GetData(), indices.GetSize());
    int64_t elements = 1;
    for (const int64_t dim : sparse.dims()) elements *= dim;
    std::vector<int64_t> places;
    for (int64_t i = 0; i < count[0]; ++i) {
      int64_t place = 0;
      for (int64_t axis = 0; axis < (counts_elements ? 1 : rank); ++axis) {
        const int64_t extent = counts_elements ? elements : sparse.dims(static_cast<int>(axis));
        const int64_t index = given[static_cast<size_t>(counts_elements ? i : i * rank + axis)];
        if (index < 0 || index >= extent) {
          return Invalid(sparse, fmt::format("index {} of value {} is outside of an extent of {}", index, i, extent));
        }
        place = place * extent + index;
      }
      if (!places.empty() && place <= places.back()) {
        return Invalid(sparse, fmt::format("the index of value {} doesn't follow the one before", i));
      }
      places.push_back(place);
    }
    return places;
  }

  const std::string& directory_;
  int64_t used_ = 0;
};

}  // namespace

Status MakeDense(onnx::ModelProto& model, const std::string& model_directory) {
  Densifier densifier(model_directory);
  OPDK_TRY(densifier.Convert(*model.mutable_graph()));
  for (auto& function : *model.mutable_functions()) OPDK_TRY(densifier.Convert(*function.mutable_node()));
  return {};
}

}  // namespace opdk::onnx_plugin
