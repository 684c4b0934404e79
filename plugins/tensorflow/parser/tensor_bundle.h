// TensorFlow's checkpoints: PREFIX.index, a sorted table from names to places, and PREFIX.data-00000-of-00001 … with
// the bytes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/input_file.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_plugin {

class TensorBundle {
 public:
  // Reads the index. E1002: a file can't be read; E2001: damaged, of another byte order or compressed.
  static Result<std::shared_ptr<const TensorBundle>> Open(const std::string& prefix);

  bool Has(const std::string& name) const { return entries_.contains(name); }
  // Returns the type and shape of a tensor, which must exist.
  ge::TensorDesc DescOf(const std::string& name) const;
  // Reads a tensor, and checks its bytes. E2001: the tensor is damaged, or has a type or slices that aren't supported.
  Result<ge::Tensor> Read(const std::string& name) const;

 private:
  std::map<std::string, tensorflow::BundleEntryProto> entries_;
  std::vector<InputFile> shards_;
};

}  // namespace opdk::tensorflow_plugin
