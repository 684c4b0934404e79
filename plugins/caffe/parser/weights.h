// The weights of a network: each layer's blobs.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"
#include "plugins/caffe/parser/caffe.pb.h"

namespace opdk::caffe_plugin {

class Weights {
 public:
  // Reads a file of weights. E1002: the file can't be read. E2001: it holds no weights.
  static Result<Weights> Read(const std::string& path);

  // Returns the blobs of a layer, in order. Empty: the layer has none.
  std::vector<const caffe::BlobProto*> BlobsOf(const std::string& layer) const;

  static ge::TensorDesc DescOf(const caffe::BlobProto& blob);
  // Returns a blob as a tensor. E2001: the number of its values doesn't fit its shape.
  static Result<ge::Tensor> TensorOf(const caffe::BlobProto& blob);

 private:
  std::shared_ptr<caffe::NetParameter> net_;
  std::unordered_map<std::string, const google::protobuf::RepeatedPtrField<caffe::BlobProto>*> layers_;
};

}  // namespace opdk::caffe_plugin
