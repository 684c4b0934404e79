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
  // E1002: the file can't be read; E2001: it is none.
  static Result<Weights> Read(const std::string& path);

  // Of a layer, in order; empty: it has none.
  std::vector<const caffe::BlobProto*> BlobsOf(const std::string& layer) const;

  static ge::TensorDesc DescOf(const caffe::BlobProto& blob);
  // E2001: its numbers aren't as many as its shape says.
  static Result<ge::Tensor> TensorOf(const caffe::BlobProto& blob);

 private:
  std::shared_ptr<caffe::NetParameter> net_;
  std::unordered_map<std::string, const google::protobuf::RepeatedPtrField<caffe::BlobProto>*> layers_;
};

}  // namespace opdk::caffe_plugin
