// Tensors that channels pass on, and the datasets that they are sent in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "acl/acl_tdt.h"
#include "graph/tensor.h"
#include "sdk/adapters/ascendcl/handles.h"

struct acltdtDataItem {
  acltdtTensorType kind = ACL_TENSOR_DATA_TENSOR;
  aclDataType type = ACL_DT_UNDEFINED;
  std::vector<int64_t> dims;
  void* data = nullptr;
  size_t size = 0;
  bool is_received = false;  // it belongs to its dataset
  ge::Tensor received;       // whose bytes `data` are then
};

struct acltdtDataset {
  std::vector<std::shared_ptr<acltdtDataItem>> items;
  bool is_received = false;  // its items are its own
  std::string name;
};

namespace opdk::acl {

Handles<acltdtDataItem>& TdtItems();
Handles<acltdtDataset>& TdtDatasets();
// Stops all channels, so that waiting calls go on. Returns how many handles there were.
size_t EndChannels();

// Returns whether the dataset is the single item that reports a failure.
bool IsAbnormal(const acltdtDataset& dataset);
// Copies the dataset's tensors into `element`; no tensors: the end of a sequence. ACL_ERROR_INVALID_PARAM: the dataset
// has no items, or an end stands among others.
Outcome ToElement(const acltdtDataset& dataset, std::vector<ge::Tensor>& element);
// Drops the received items. ACL_ERROR_INVALID_PARAM: the dataset has items of the caller.
Outcome MakeEmpty(acltdtDataset& dataset);
Outcome FromElement(const std::string& name, std::vector<ge::Tensor> element, acltdtDataset& dataset);

}  // namespace opdk::acl
