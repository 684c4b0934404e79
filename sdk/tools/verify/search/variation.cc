#include "sdk/tools/verify/search/variation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/edge_values.h"
#include "sdk/tools/verify/cases/mutate_use.h"

namespace opdk::verify {
namespace {

size_t Below(SearchRandom& random, size_t count) { return static_cast<size_t>(random() % std::max<size_t>(count, 1)); }
bool Chance(SearchRandom& random, double probability) {
  return static_cast<double>(random() >> 11) * 0x1p-53 < probability;
}
template <typename T>
const T& OneOf(SearchRandom& random, const std::vector<T>& choices) {
  return choices[Below(random, choices.size())];
}

// Draws an extent, small ones more often.
int64_t DrawExtent(SearchRandom& random) {
  return Chance(random, 0.5) ? static_cast<int64_t>(1 + Below(random, 5))
                             : kEdgeExtents[Below(random, std::size(kEdgeExtents))];
}

// Draws one of the dtype's edge values; 0 if it has none.
long double SpecialValue(ge::DataType dtype, SearchRandom& random) {
  static std::map<ge::DataType, std::vector<long double>> known;
  auto& values = known[dtype];
  if (values.empty()) values = ElementsOf(dtype, EdgeValues(dtype));
  return values.empty() ? 0 : OneOf(random, values);
}

// How the elements of one tensor are drawn.
enum class Profile { kNear, kPositive, kWide, kWhole, kSpecial };
const std::vector<Profile> kProfiles = {Profile::kNear, Profile::kNear,  Profile::kPositive,
                                        Profile::kWide, Profile::kWhole, Profile::kSpecial};

long double DrawValue(Profile profile, SearchRandom& random) {
  const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
  switch (profile) {
    case Profile::kNear:
      return 8 * unit - 4;
    case Profile::kPositive:
      return 4 * unit;
    case Profile::kWide:
      return (Chance(random, 0.5) ? 1 : -1) * std::pow(10.0, 7 * unit - 3);
    case Profile::kWhole:
    case Profile::kSpecial:
      return std::floor(210 * unit) - 10;
  }
  return 0;
}

void DrawValues(SearchTensor& tensor, SearchRandom& random) {
  // Integers are often indices, counts or labels, so they mostly keep values of the case.
  if (!IsFloat(tensor.dtype) && !tensor.data.empty() && Chance(random, 0.6)) {
    const std::vector<long double> had = tensor.data;
    for (long double& value : tensor.data) value = OneOf(random, had);
    return;
  }
  const Profile profile = OneOf(random, kProfiles);
  for (long double& value : tensor.data) {
    value = profile == Profile::kSpecial && Chance(random, 0.3) ? SpecialValue(tensor.dtype, random)
                                                                : DrawValue(profile, random);
    value = RoundTo(tensor.dtype, value);
  }
}

std::vector<SearchTensor*> TensorsOf(SearchCase& found) {
  std::vector<SearchTensor*> tensors;
  for (SearchPort& port : found.inputs) {
    for (SearchTensor& tensor : port.entries) tensors.push_back(&tensor);
  }
  return tensors;
}

// Reshapes the tensor. Returns false if the tensor would be larger than allowed; it stays as it is.
bool TryReshape(SearchTensor& tensor, std::vector<int64_t> shape, size_t max_elements) {
  if (shape.size() > 8 || !IsBounded(shape, max_elements)) return false;
  Reshape(tensor, std::move(shape));
  return true;
}

ge::DataType DtypeOf(const CaseSpace& space, const std::string& port, size_t column) {
  const PortInfo* info = space.info->FindPort(port);
  if (info == nullptr || column >= info->dtypes.size()) return ge::DT_FLOAT;
  return info->dtypes[column];
}

void TakeColumn(SearchCase& found, const CaseSpace& space, size_t column) {
  for (SearchPort& port : found.inputs) {
    for (SearchTensor& tensor : port.entries) {
      tensor.dtype = DtypeOf(space, port.name, column);
      for (long double& value : tensor.data) value = RoundTo(tensor.dtype, value);
    }
  }
}

// Returns the columns whose dtypes a case can hold.
std::vector<size_t> UsableColumns(const CaseSpace& space) {
  std::vector<size_t> usable;
  for (size_t column = 0; column < space.info->columns; ++column) {
    bool all = true;
    for (const IrPort& port : space.prototype.ir_inputs) {
      all = all && VisitElementType(DtypeOf(space, port.name, column), [](auto) {});
    }
    if (all) usable.push_back(column);
  }
  return usable;
}

void ChangeExtentsTogether(SearchCase& found, const CaseSpace& space, SearchRandom& random) {
  std::set<int64_t> extents;
  for (const SearchTensor* tensor : TensorsOf(found)) extents.insert(tensor->shape.begin(), tensor->shape.end());
  if (extents.empty()) return;
  const int64_t from = OneOf(random, std::vector<int64_t>(extents.begin(), extents.end()));
  const int64_t to =
      Chance(random, 0.3) ? std::max<int64_t>(0, from + (Chance(random, 0.5) ? 1 : -1)) : DrawExtent(random);
  SearchCase changed = found;
  for (SearchTensor* tensor : TensorsOf(changed)) {
    std::vector<int64_t> shape = tensor->shape;
    std::replace(shape.begin(), shape.end(), from, to);
    if (!TryReshape(*tensor, std::move(shape), space.max_elements)) return;
  }
  found = std::move(changed);
}

void ChangeOneExtent(SearchCase& found, const CaseSpace& space, SearchRandom& random) {
  const auto tensors = TensorsOf(found);
  if (tensors.empty()) return;
  SearchTensor& tensor = *OneOf(random, tensors);
  if (tensor.shape.empty()) return;
  std::vector<int64_t> shape = tensor.shape;
  shape[Below(random, shape.size())] = DrawExtent(random);
  TryReshape(tensor, std::move(shape), space.max_elements);
}

// Adds an axis to, or removes one from, all tensors of a randomly chosen tensor's rank.
void ChangeRank(SearchCase& found, const CaseSpace& space, SearchRandom& random) {
  SearchCase changed = found;
  const auto tensors = TensorsOf(changed);
  if (tensors.empty()) return;
  const size_t rank = OneOf(random, tensors)->shape.size();
  const bool add = rank == 0 || Chance(random, 0.5);
  const size_t axis = Below(random, add ? rank + 1 : rank);
  const int64_t extent = DrawExtent(random);
  for (SearchTensor* tensor : tensors) {
    if (tensor->shape.size() != rank) continue;
    std::vector<int64_t> shape = tensor->shape;
    const auto at = shape.begin() + static_cast<std::ptrdiff_t>(axis);
    if (add) {
      shape.insert(at, extent);
    } else {
      shape.erase(at);
    }
    if (!TryReshape(*tensor, std::move(shape), space.max_elements)) return;
  }
  found = std::move(changed);
}

void ChangeValues(SearchCase& found, SearchRandom& random) {
  const auto tensors = TensorsOf(found);
  if (tensors.empty()) return;
  SearchTensor& tensor = *OneOf(random, tensors);
  if (tensor.data.empty()) return;
  if (Chance(random, 0.4)) {
    DrawValues(tensor, random);
    return;
  }
  const size_t few = 1 + Below(random, 3);
  for (size_t i = 0; i < few; ++i) {
    long double& value = tensor.data[Below(random, tensor.data.size())];
    const size_t how = Below(random, 4);
    if (how == 0) {
      value += Chance(random, 0.5) ? 1 : -1;
    } else {
      value = how == 1 ? SpecialValue(tensor.dtype, random) : DrawValue(OneOf(random, kProfiles), random);
    }
    value = RoundTo(tensor.dtype, value);
  }
}

void ChangePresence(SearchCase& found, const CaseSpace& space, SearchRandom& random) {
  std::vector<SearchPort*> loose;
  for (SearchPort& port : found.inputs) {
    if (port.kind != PortKind::kRequired) loose.push_back(&port);
  }
  if (loose.empty()) return;
  SearchPort& port = *OneOf(random, loose);
  const size_t most = port.kind == PortKind::kOptional ? 1 : 5;
  if (port.entries.size() >= most || (!port.entries.empty() && Chance(random, 0.5))) {
    port.entries.pop_back();
    return;
  }
  const auto tensors = TensorsOf(found);
  SearchTensor tensor = tensors.empty() ? SearchTensor() : *OneOf(random, tensors);
  const auto columns = UsableColumns(space);
  if (!columns.empty()) tensor.dtype = DtypeOf(space, port.name, columns[0]);
  if (!port.entries.empty()) tensor.dtype = port.entries[0].dtype;
  Reshape(tensor, tensor.shape);
  DrawValues(tensor, random);
  port.entries.push_back(std::move(tensor));
}

std::string IntText(SearchRandom& random) {
  static const std::vector<int> values = {0, 1, -1, 2, -2, 3, 4, 5, 7, 8, 16, 100};
  return std::to_string(OneOf(random, values));
}
std::string FloatText(SearchRandom& random) {
  static const std::vector<std::string> values = {"0",    "1",    "-1",  "0.5", "2",    "-2.5", "0.1",
                                                  "1e-5", "1e-3", "100", "3",   "0.01", "10"};
  return OneOf(random, values);
}

// Draws an attribute's value; nothing if values of this type can't be drawn.
Written DrawAttr(const std::string& type, SearchRandom& random) {
  if (type == "Int") return Written(IntText(random));
  if (type == "Float") return Written(FloatText(random));
  if (type == "Bool") return Written(Chance(random, 0.5) ? "true" : "false");
  if (type != "ListInt" && type != "ListFloat") return Written();
  std::vector<std::string> items(Below(random, 5));
  for (std::string& item : items) item = type == "ListInt" ? IntText(random) : FloatText(random);
  return Written::List(items);
}

void ChangeAttr(SearchCase& found, const CaseSpace& space, SearchRandom& random) {
  if (space.prototype.ir_attrs.empty()) return;
  const IrAttr& attr = OneOf(random, space.prototype.ir_attrs.list());
  const auto set = found.attrs.find(attr.name);
  if (set != found.attrs.end() && !attr.required && Chance(random, 0.3)) {
    found.attrs.erase(set);
    return;
  }
  // Change one number of a list at a time: its length mostly follows from the inputs.
  if (set != found.attrs.end() && attr.type.starts_with("List") && Chance(random, 0.7)) {
    std::vector<std::string> items = set->second.Scalars();
    if (!items.empty() && (attr.type == "ListInt" || attr.type == "ListFloat")) {
      items[Below(random, items.size())] = attr.type == "ListInt" ? IntText(random) : FloatText(random);
      set->second = Written::List(items);
    }
    return;
  }
  const Written value = DrawAttr(attr.type, random);
  if (value) found.attrs[attr.name] = value;
}

}  // namespace

Result<CaseSpace> SpaceOf(const std::string& op, const std::string& engine, const PackageRegistry& packages) {
  CaseSpace space;
  OPDK_TRY(const OpDesc* made, packages.Declared(op, "case"));
  space.prototype = *made;
  if (const OpInfo* info = packages.Information(op)) space.info = info->Find(engine);
  if (space.info == nullptr) {
    return Status(ErrorCode::kNoEngine, fmt::format("{} has no kernel on {}", op, engine)).Hint("opdk list shows both");
  }
  return space;
}

SearchCase Varied(const SearchCase& from, const CaseSpace& space, SearchRandom& random) {
  SearchCase found = from;
  const size_t changes = 1 + Below(random, 4);
  for (size_t i = 0; i < changes; ++i) {
    const size_t which = Below(random, 16);
    if (which < 4) {
      ChangeExtentsTogether(found, space, random);
    } else if (which < 6) {
      ChangeOneExtent(found, space, random);
    } else if (which < 7) {
      ChangeRank(found, space, random);
    } else if (which < 11) {
      ChangeValues(found, random);
    } else if (which < 12) {
      ChangePresence(found, space, random);
    } else if (which < 14) {
      ChangeAttr(found, space, random);
    } else {
      const auto columns = UsableColumns(space);
      if (!columns.empty()) TakeColumn(found, space, OneOf(random, columns));
    }
  }
  return found;
}

}  // namespace opdk::verify
