#include "graph/inference_context.h"

#include <map>

namespace ge {

ShapeAndType::ShapeAndType(const Shape& shape, DataType data_type) : shape_(shape), data_type_(data_type) {}
void ShapeAndType::SetShape(const Shape& shape) { shape_ = shape; }
void ShapeAndType::SetType(DataType data_type) { data_type_ = data_type; }
Shape ShapeAndType::GetShape() const { return shape_; }
DataType ShapeAndType::GetDataType() const { return data_type_; }

ResourceContext::~ResourceContext() = default;

struct InferenceContext::Data {
  std::vector<std::vector<ShapeAndType>> inputs;
  std::vector<std::vector<ShapeAndType>> outputs;
  std::vector<AscendString> marks;
  std::map<AscendString, std::unique_ptr<ResourceContext>> resources;
  std::vector<AscendString> relied_on;
  std::vector<AscendString> changed;
};

InferenceContext::InferenceContext() : data_(new Data) {}
InferenceContext::~InferenceContext() = default;

std::unique_ptr<InferenceContext> InferenceContext::Create() {
  return std::unique_ptr<InferenceContext>(new InferenceContext);
}

void InferenceContext::SetInputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>>&& shapes_and_types) {
  data_->inputs = std::move(shapes_and_types);
}
const std::vector<std::vector<ShapeAndType>>& InferenceContext::GetInputHandleShapesAndTypes() const {
  return data_->inputs;
}
const std::vector<std::vector<ShapeAndType>>& InferenceContext::GetOutputHandleShapesAndTypes() const {
  return data_->outputs;
}
void InferenceContext::SetOutputHandleShapesAndTypes(const std::vector<std::vector<ShapeAndType>>& shapes_and_types) {
  data_->outputs = shapes_and_types;
}
void InferenceContext::SetOutputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>>&& shapes_and_types) {
  data_->outputs = std::move(shapes_and_types);
}

void InferenceContext::SetMarks(const std::vector<AscendString>& marks) { data_->marks = marks; }
void InferenceContext::GetMarks(std::vector<AscendString>& marks) const { marks = data_->marks; }

ResourceContext* InferenceContext::GetResourceContext(const AscendString& key) {
  auto found = data_->resources.find(key);
  return found == data_->resources.end() ? nullptr : found->second.get();
}

graphStatus InferenceContext::SetResourceContext(const AscendString& key, ResourceContext* resource_context) {
  if (resource_context == nullptr) return GRAPH_PARAM_INVALID;
  if (GetResourceContext(key) != resource_context) data_->resources[key].reset(resource_context);
  return GRAPH_SUCCESS;
}

graphStatus InferenceContext::RegisterReliedOnResourceKey(const AscendString& key) {
  data_->relied_on.push_back(key);
  return GRAPH_SUCCESS;
}

graphStatus InferenceContext::AddChangedResourceKey(const AscendString& key) {
  data_->changed.push_back(key);
  return GRAPH_SUCCESS;
}

const std::vector<AscendString>& InferenceContext::GetReliedOnResourceKeys() const { return data_->relied_on; }
const std::vector<AscendString>& InferenceContext::GetChangedResourceKeys() const { return data_->changed; }
void InferenceContext::ClearChangedResourceKeys() { data_->changed.clear(); }

}  // namespace ge
