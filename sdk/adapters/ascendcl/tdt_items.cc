#include "sdk/adapters/ascendcl/tdt_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "sdk/adapters/ascendcl/models.h"

namespace opdk::acl {

Handles<acltdtDataItem>& TdtItems() {
  static Handles<acltdtDataItem> items("item");
  return items;
}
Handles<acltdtDataset>& TdtDatasets() {
  static Handles<acltdtDataset> datasets("dataset");
  return datasets;
}

bool IsAbnormal(const acltdtDataset& dataset) {
  return dataset.items.size() == 1 && dataset.items[0]->kind == ACL_TENSOR_DATA_ABNORMAL;
}

Outcome ToElement(const acltdtDataset& dataset, std::vector<ge::Tensor>& element) {
  if (dataset.items.empty()) return Fail(ACL_ERROR_INVALID_PARAM, "the dataset has no items");
  if (dataset.items.size() == 1 && dataset.items[0]->kind == ACL_TENSOR_DATA_END_OF_SEQUENCE) return {};
  for (size_t i = 0; i < dataset.items.size(); ++i) {
    const acltdtDataItem& item = *dataset.items[i];
    if (item.kind != ACL_TENSOR_DATA_TENSOR) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("item {} is no tensor, and other items are sent alone", i));
    }
    const ge::TensorDesc desc(ge::Shape(item.dims), ge::FORMAT_ND, ToGeType(item.type));
    element.emplace_back(desc, static_cast<const uint8_t*>(item.data), item.size);
  }
  return {};
}

Outcome MakeEmpty(acltdtDataset& dataset) {
  if (!dataset.items.empty() && !dataset.is_received) {
    return Fail(ACL_ERROR_INVALID_PARAM, "the dataset has items of the caller's: receive into another");
  }
  for (const auto& item : dataset.items) static_cast<void>(TdtItems().Remove(item.get()));
  dataset = {};
  return {};
}

Outcome FromElement(const std::string& name, std::vector<ge::Tensor> element, acltdtDataset& dataset) {
  dataset.name = name;
  dataset.is_received = true;
  if (element.empty()) {
    dataset.items.push_back(std::make_shared<acltdtDataItem>());
    dataset.items.back()->kind = ACL_TENSOR_DATA_END_OF_SEQUENCE;
  }
  for (ge::Tensor& tensor : element) {
    auto item = std::make_shared<acltdtDataItem>();
    item->type = static_cast<aclDataType>(tensor.GetDataType());
    item->dims = tensor.GetTensorDesc().GetShape().GetDims();
    item->received = std::move(tensor);
    item->data = item->received.GetData();
    item->size = item->received.GetSize();
    dataset.items.push_back(std::move(item));
  }
  for (const auto& item : dataset.items) {
    item->is_received = true;
    TdtItems().Add(item);
  }
  return {};
}

namespace {

Outcome CheckTensor(const acltdtDataItem& item) {
  if (std::any_of(item.dims.begin(), item.dims.end(), [](int64_t extent) { return extent < 0; })) {
    return Fail(ACL_ERROR_INVALID_PARAM, "an extent is negative");
  }
  if (item.type == ACL_STRING) return Fail(ACL_ERROR_UNSUPPORTED_DATA_TYPE, "channels pass on no strings");
  const auto bytes = TensorBytes(ToGeType(item.type), item.dims);
  if (!bytes.ok()) return FromStatus(bytes.status());
  if (*bytes != item.size) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("the tensor has {} bytes, its data {}", *bytes, item.size));
  }
  return item.size > 0 && item.data == nullptr ? IsNull("data") : Outcome();
}

Outcome MakeItem(acltdtTensorType kind, const int64_t* dims, size_t count, acltdtDataItem& item) {
  item.kind = kind;
  switch (kind) {
    case ACL_TENSOR_DATA_TENSOR:
      if (count > 0 && dims == nullptr) return IsNull("list of extents");
      if (count > ACL_MAX_DIM_CNT) return Fail(ACL_ERROR_INVALID_PARAM, "no tensor has so many dimensions");
      if (count > 0) item.dims.assign(dims, dims + count);
      return CheckTensor(item);
    case ACL_TENSOR_DATA_END_OF_SEQUENCE:
    case ACL_TENSOR_DATA_ABNORMAL:
      item.data = nullptr;
      item.size = 0;
      return {};
    case ACL_TENSOR_DATA_SLICE_TENSOR:
    case ACL_TENSOR_DATA_END_TENSOR:
      return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "tensors are sent whole, not in slices");
    default:
      return NoSuch("kind of item", "tdtType", kind,
                    "ACL_TENSOR_DATA_TENSOR, ACL_TENSOR_DATA_END_OF_SEQUENCE and ACL_TENSOR_DATA_ABNORMAL");
  }
}

// Reads a property of an item.
template <typename Value>
Value OfItem(const char* function, const acltdtDataItem* handle, Value otherwise,
             Value (*read)(const acltdtDataItem&)) {
  return Get<Value>(function, otherwise, [&](Value& value) -> Outcome {
    std::shared_ptr<acltdtDataItem> item;
    OPDK_ACL_TRY(TdtItems().Find(handle, item));
    value = read(*item);
    return {};
  });
}

}  // namespace
}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

acltdtDataItem* acltdtCreateDataItem(acltdtTensorType tdtType, const int64_t* dims, size_t dimNum, aclDataType dataType,
                                     void* data, size_t size) {
  return Get<acltdtDataItem*>(__func__, nullptr, [&](acltdtDataItem*& item) -> Outcome {
    auto made = std::make_shared<acltdtDataItem>();
    made->type = dataType;
    made->data = data;
    made->size = size;
    OPDK_ACL_TRY(MakeItem(tdtType, dims, dimNum, *made));
    item = TdtItems().Add(std::move(made));
    return {};
  });
}

aclError acltdtDestroyDataItem(acltdtDataItem* dataItem) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtDataItem> item;
    OPDK_ACL_TRY(TdtItems().Find(dataItem, item));
    if (item->is_received) return Fail(ACL_ERROR_INVALID_PARAM, "a received item is destroyed with its dataset");
    return TdtItems().Remove(dataItem);
  });
}

acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem* dataItem) {
  return OfItem<acltdtTensorType>(__func__, dataItem, ACL_TENSOR_DATA_UNDEFINED,
                                  [](const acltdtDataItem& item) { return item.kind; });
}
aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem* dataItem) {
  return OfItem<aclDataType>(__func__, dataItem, ACL_DT_UNDEFINED,
                             [](const acltdtDataItem& item) { return item.type; });
}
void* acltdtGetDataAddrFromItem(const acltdtDataItem* dataItem) {
  return OfItem<void*>(__func__, dataItem, nullptr, [](const acltdtDataItem& item) { return item.data; });
}
size_t acltdtGetDataSizeFromItem(const acltdtDataItem* dataItem) {
  return OfItem<size_t>(__func__, dataItem, 0, [](const acltdtDataItem& item) { return item.size; });
}
size_t acltdtGetDimNumFromItem(const acltdtDataItem* dataItem) {
  return OfItem<size_t>(__func__, dataItem, 0, [](const acltdtDataItem& item) { return item.dims.size(); });
}

aclError acltdtGetSliceInfoFromItem(const acltdtDataItem* dataItem, size_t* sliceNum, size_t* sliceId) {
  return Call(__func__, [&]() -> Outcome {
    if (sliceNum == nullptr || sliceId == nullptr) return IsNull("place for the numbers");
    std::shared_ptr<acltdtDataItem> item;
    OPDK_ACL_TRY(TdtItems().Find(dataItem, item));
    *sliceNum = 0;
    *sliceId = 0;
    return {};
  });
}

aclError acltdtGetDimsFromItem(const acltdtDataItem* dataItem, int64_t* dims, size_t dimNum) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtDataItem> item;
    OPDK_ACL_TRY(TdtItems().Find(dataItem, item));
    if (dims == nullptr && !item->dims.empty()) return IsNull("place for the extents");
    if (dimNum < item->dims.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the item has {} dimensions, there is place for {}", item->dims.size(), dimNum));
    }
    std::copy(item->dims.begin(), item->dims.end(), dims);
    return {};
  });
}

acltdtDataset* acltdtCreateDataset(void) {
  return Get<acltdtDataset*>(__func__, nullptr, [](acltdtDataset*& dataset) -> Outcome {
    dataset = TdtDatasets().Add(std::make_shared<acltdtDataset>());
    return {};
  });
}

aclError acltdtDestroyDataset(acltdtDataset* dataset) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtDataset> gone;
    OPDK_ACL_TRY(TdtDatasets().Remove(dataset, &gone));
    return gone->is_received ? MakeEmpty(*gone) : Outcome();
  });
}

acltdtDataItem* acltdtGetDataItem(const acltdtDataset* dataset, size_t index) {
  return Get<acltdtDataItem*>(__func__, nullptr, [&](acltdtDataItem*& item) -> Outcome {
    std::shared_ptr<acltdtDataset> found;
    OPDK_ACL_TRY(TdtDatasets().Find(dataset, found));
    if (index >= found->items.size()) return NoPort("item", index, found->items.size());
    item = found->items[index].get();
    return {};
  });
}

aclError acltdtAddDataItem(acltdtDataset* dataset, acltdtDataItem* dataItem) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtDataset> found;
    std::shared_ptr<acltdtDataItem> item;
    OPDK_ACL_TRY(TdtDatasets().Find(dataset, found));
    OPDK_ACL_TRY(TdtItems().Find(dataItem, item));
    if (found->is_received) return Fail(ACL_ERROR_INVALID_PARAM, "the dataset was received and takes no more items");
    found->items.push_back(std::move(item));
    return {};
  });
}

size_t acltdtGetDatasetSize(const acltdtDataset* dataset) {
  return Get<size_t>(__func__, 0, [&](size_t& count) -> Outcome {
    std::shared_ptr<acltdtDataset> found;
    OPDK_ACL_TRY(TdtDatasets().Find(dataset, found));
    count = found->items.size();
    return {};
  });
}

const char* acltdtGetDatasetName(const acltdtDataset* dataset) {
  return Get<const char*>(__func__, nullptr, [&](const char*& name) -> Outcome {
    std::shared_ptr<acltdtDataset> found;
    OPDK_ACL_TRY(TdtDatasets().Find(dataset, found));
    name = found->name.c_str();
    return {};
  });
}
