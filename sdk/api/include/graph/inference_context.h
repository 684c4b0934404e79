// ge::InferenceContext: carries facts about a shared resource between operators during shape inference.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

class InferenceContext;
using InferenceContextPtr = std::shared_ptr<InferenceContext>;

// Shape and data type of the values behind a resource. A value type.
class OPDK_API ShapeAndType {
 public:
  ShapeAndType() = default;
  ShapeAndType(const Shape& shape, DataType data_type);

  void SetShape(const Shape& shape);
  void SetType(DataType data_type);
  Shape GetShape() const;
  DataType GetDataType() const;

 private:
  Shape shape_;
  DataType data_type_ = DT_UNDEFINED;
};

// Data that a producer of a resource leaves for its consumers; derive to add members.
class OPDK_API ResourceContext {
 public:
  virtual ~ResourceContext();
};

// Shapes, types and marks that operators pass on with a resource's handle. Not thread-safe.
class OPDK_API InferenceContext {
 public:
  static std::unique_ptr<InferenceContext> Create();
  ~InferenceContext();
  InferenceContext(const InferenceContext&) = delete;
  InferenceContext& operator=(const InferenceContext&) = delete;

  void SetInputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>>&& shapes_and_types);
  const std::vector<std::vector<ShapeAndType>>& GetInputHandleShapesAndTypes() const;
  const std::vector<std::vector<ShapeAndType>>& GetOutputHandleShapesAndTypes() const;
  void SetOutputHandleShapesAndTypes(const std::vector<std::vector<ShapeAndType>>& shapes_and_types);
  void SetOutputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>>&& shapes_and_types);

  void SetMarks(const std::vector<std::string>& marks) { SetMarks(opdk::Neutral(marks)); }
  void SetMarks(const std::vector<AscendString>& marks);
  std::vector<std::string> GetMarks() const {
    std::vector<AscendString> marks;
    GetMarks(marks);
    return opdk::ToTexts(marks);
  }
  void GetMarks(std::vector<AscendString>& marks) const;

  // Returns the context stored under `key`. This object owns resource contexts; SetResourceContext takes ownership.
  ResourceContext* GetResourceContext(const AscendString& key);
  graphStatus SetResourceContext(const AscendString& key, ResourceContext* resource_context);
  graphStatus RegisterReliedOnResourceKey(const AscendString& key);
  graphStatus AddChangedResourceKey(const AscendString& key);
  const std::vector<AscendString>& GetReliedOnResourceKeys() const;
  const std::vector<AscendString>& GetChangedResourceKeys() const;
  void ClearChangedResourceKeys();

 private:
  InferenceContext();
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace ge
