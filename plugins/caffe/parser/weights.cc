#include "plugins/caffe/parser/weights.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <limits>
#include <utility>

#include "opdk/input_file.h"

namespace opdk::caffe_plugin {

using caffe::BlobProto;

Result<Weights> Weights::Read(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, {"the weights", std::numeric_limits<int>::max()}));
  google::protobuf::io::FileInputStream stream(file.descriptor());
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(std::numeric_limits<int>::max());
  Weights weights;
  weights.net_ = std::make_shared<caffe::NetParameter>();
  if (!weights.net_->ParseFromCodedStream(&coded) || !coded.ConsumedEntireMessage()) {
    return Status(ErrorCode::kModelInvalid, "these are no weights of Caffe, or truncated ones")
        .At(path)
        .Hint("compare the file's size with the original");
  }
  for (const auto& layer : weights.net_->layer()) weights.layers_[layer.name()] = &layer.blobs();
  for (const auto& layer : weights.net_->layers()) weights.layers_[layer.name()] = &layer.blobs();
  if (weights.layers_.empty()) {
    return Status(ErrorCode::kModelInvalid, "these are no weights of Caffe: they hold no layers").At(path);
  }
  return weights;
}

std::vector<const BlobProto*> Weights::BlobsOf(const std::string& layer) const {
  std::vector<const BlobProto*> blobs;
  const auto found = layers_.find(layer);
  if (found == layers_.end()) return blobs;
  for (const BlobProto& blob : *found->second) blobs.push_back(&blob);
  return blobs;
}

ge::TensorDesc Weights::DescOf(const BlobProto& blob) {
  std::vector<int64_t> dims(blob.shape().dim().begin(), blob.shape().dim().end());
  if (!blob.has_shape()) dims = {blob.num(), blob.channels(), blob.height(), blob.width()};
  return ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT);
}

Result<ge::Tensor> Weights::TensorOf(const BlobProto& blob) {
  const ge::TensorDesc desc = DescOf(blob);
  int64_t count = 1;
  for (const int64_t dim : desc.GetShape().GetDims()) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) {
      return Status(ErrorCode::kModelInvalid, "a blob has an invalid shape");
    }
  }
  const int given = blob.data_size() > 0 ? blob.data_size() : blob.double_data_size();
  if (given != count) {
    return Status(ErrorCode::kModelInvalid, fmt::format("a blob has {} numbers, but its shape [{}] says {}", given,
                                                        fmt::join(desc.GetShape().GetDims(), ", "), count));
  }
  if (blob.data_size() > 0) {
    return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(blob.data().data()),
                      static_cast<size_t>(given) * sizeof(float));
  }
  const std::vector<float> numbers(blob.double_data().begin(), blob.double_data().end());
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(float));
}

}  // namespace opdk::caffe_plugin
