#include "plugins/onnx/parser/packed_sequence.h"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "plugins/onnx/parser/importer_steps.h"

namespace opdk::onnx_plugin {
namespace {

using Ranks = PackedSequence::Ranks;

constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

}  // namespace

Result<std::string> PackedSequences::AddStep(const std::string& type, Names inputs, AttrMap attributes,
                                             const std::string& output) {
  return AddImporterStep(graph_, type, std::move(inputs), std::move(attributes), output);
}

std::string PackedSequences::Ints(const std::vector<int64_t>& numbers) { return AddInt64s(graph_, numbers); }

Result<std::string> PackedSequences::Join(Names lists) {
  if (lists.size() == 1) return lists.front();
  return Add("Concat", std::move(lists), {{"axis", int64_t{0}}});
}

Result<std::string> PackedSequences::Cut(const std::string& list, const std::string& begin, const std::string& end) {
  return Add("Slice", {list, begin, end, Ints({0})});
}

Result<std::string> PackedSequences::Flat(const std::string& value) { return Add("Reshape", {value, Ints({-1})}); }

Result<std::string> PackedSequences::Count(const PackedSequence& sequence) {
  OPDK_TRY(const std::string extents, Add("Shape", {sequence.shapes}));
  return Add("Gather", {extents, Ints({0})}, {{"axis", int64_t{0}}});
}

Result<PackedSequence> PackedSequences::Pack(const Names& elements, ge::DataType dtype, int64_t rank) {
  if (elements.empty()) {
    const ge::TensorDesc data(ge::Shape({0}), ge::FORMAT_ND, dtype);
    const ge::TensorDesc shapes(ge::Shape({0, rank}), ge::FORMAT_ND, ge::DT_INT64);
    return PackedSequence{graph_.values().NewConstant("data", ge::Tensor(data, nullptr, 0)),
                          graph_.values().NewConstant("shapes", ge::Tensor(shapes, nullptr, 0)), Ranks::kNone};
  }
  Names data, rows;
  std::vector<std::optional<int>> ranks;
  for (const std::string& element : elements) {
    OPDK_TRY(data.emplace_back(), Flat(element));
    OPDK_TRY(const std::string shape, Add("Shape", {element}));
    OPDK_TRY(rows.emplace_back(), Add("Unsqueeze", {shape, Ints({0})}));
    ranks.push_back(graph_.values().Rank(element));
  }
  PackedSequence packed;
  OPDK_TRY(packed.data, Join(std::move(data)));
  const bool one = std::all_of(ranks.begin(), ranks.end(), [&](auto each) { return each && each == ranks.front(); });
  if (one) {
    OPDK_TRY(packed.shapes, Join(std::move(rows)));
    return packed;
  }
  packed.shapes = rows.front();
  for (size_t i = 1; i < rows.size(); ++i) {
    OPDK_TRY(packed.shapes, JoinRows(packed, rows[i], packed.ranks));
  }
  return packed;
}

Result<PackedSequence> PackedSequences::KeepIf(const PackedSequence& sequence, const std::string& present) {
  PackedSequence result;
  result.ranks = sequence.ranks;
  OPDK_TRY(const std::string list, Flat(present));
  OPDK_TRY(const std::string kept, Add("Cast", {list}, {{"to", int64_t{onnx::TensorProto::INT64}}}));
  OPDK_TRY(const std::string size, Add("Shape", {sequence.data}));
  OPDK_TRY(const std::string count, Count(sequence));
  OPDK_TRY(const std::string data_end, Add("Mul", {size, kept}));
  OPDK_TRY(const std::string shapes_end, Add("Mul", {count, kept}));
  OPDK_TRY(result.data, Cut(sequence.data, Ints({0}), data_end));
  OPDK_TRY(result.shapes, Cut(sequence.shapes, Ints({0}), shapes_end));
  return result;
}

Result<PackedSequence> PackedSequences::Checked(const PackedSequence& sequence) {
  PackedSequence result = sequence;
  OPDK_TRY(const std::string extents, Add("Max", {sequence.shapes, Ints({0})}));
  OPDK_TRY(const std::string sizes, Add("ReduceProd", {extents}, {{"axes", std::vector<int64_t>{1}}}));
  OPDK_TRY(const std::string sum, Add("ReduceSum", {sizes, Ints({0, 1})}, {{"keepdims", int64_t{0}}}));
  OPDK_TRY(const std::string length, Flat(sum));
  OPDK_TRY(result.data, AddImporterStep(graph_, "Reshape", {sequence.data, length}, {{"allowzero", int64_t{1}}}, "",
                                        sequence.data + "_as_long_as_" + sequence.shapes));
  return result;
}

Result<std::string> PackedSequences::Required(const std::string& value, const std::string& present,
                                              const std::string& output) {
  // Gather refuses position 1 of a list of one value.
  OPDK_TRY(const std::string whole, Add("Unsqueeze", {value, Ints({0})}));
  OPDK_TRY(const std::string position,
           Add("Where", {present, AddInt64s(graph_, {0}, true), AddInt64s(graph_, {1}, true)}));
  return AddImporterStep(graph_, "Gather", {whole, position}, {{"axis", int64_t{0}}}, output, present + "_is_true");
}

Result<std::string> PackedSequences::Columns(const std::string& rows) {
  if (const auto known = graph_.values().Dim(rows, 1)) return Ints({*known});
  OPDK_TRY(const std::string extents, Add("Shape", {rows}));
  return Cut(extents, Ints({1}), Ints({2}));
}

Result<std::string> PackedSequences::FillRows(const std::string& rows, const std::string& wide) {
  const auto known = graph_.values().Dim(rows, 1), most = graph_.values().Dim(wide, 1);
  if (known && most && *known >= *most) return rows;
  OPDK_TRY(const std::string own, Columns(rows));
  OPDK_TRY(const std::string wanted, Columns(wide));
  OPDK_TRY(const std::string missing, Add("Sub", {wanted, own}));
  OPDK_TRY(const std::string more, Add("Max", {missing, Ints({0})}));
  OPDK_TRY(const std::string pads, Join({Ints({0, 0, 0}), more}));
  return Add("Pad", {rows, pads, AddInt64s(graph_, {-1}, true)}, {{"mode", std::string("constant")}});
}

Result<std::string> PackedSequences::JoinRows(const PackedSequence& sequence, const std::string& row,
                                              PackedSequence::Ranks& ranks) {
  const Ranks before = sequence.ranks;
  ranks = Ranks::kOne;
  if (before == Ranks::kNone) return row;
  const auto known = graph_.values().Dim(sequence.shapes, 1), rank = graph_.values().Dim(row, 1);
  if (before == Ranks::kOne && known && known == rank) return Join({sequence.shapes, row});
  ranks = Ranks::kSeveral;
  OPDK_TRY(const std::string rows, FillRows(sequence.shapes, row));
  OPDK_TRY(const std::string last, FillRows(row, sequence.shapes));
  return Join({rows, last});
}

Result<std::string> PackedSequences::Sizes(const PackedSequence& sequence) {
  std::string extents = sequence.shapes;
  if (sequence.ranks == Ranks::kSeveral) {
    OPDK_TRY(const std::string filled, Add("Less", {extents, Ints({0})}));
    OPDK_TRY(extents, Add("Where", {filled, Ints({1}), extents}));
  }
  return Add("ReduceProd", {extents}, {{"axes", std::vector<int64_t>{1}}, {"keepdims", int64_t{0}}});
}

Result<std::string> PackedSequences::ShapeOfRow(const PackedSequence& sequence, const std::string& row) {
  if (sequence.ranks != Ranks::kSeveral) return row;
  OPDK_TRY(const std::string is_extent, Add("Less", {Ints({-1}), row}));
  OPDK_TRY(const std::string ones, Add("Cast", {is_extent}, {{"to", int64_t{onnx::TensorProto::INT64}}}));
  OPDK_TRY(const std::string rank, Add("ReduceSum", {ones, Ints({0})}));
  return Cut(row, Ints({0}), rank);
}

Result<PackedSequences::Place> PackedSequences::PlaceOf(const PackedSequence& sequence, const std::string& position,
                                                        bool may_be_end) {
  Place place;
  OPDK_TRY(const std::string count, Count(sequence));
  OPDK_TRY(const std::string sizes, Sizes(sequence));
  OPDK_TRY(const std::string ends, Add("CumSum", {sizes, AddInt64s(graph_, {0}, true)}));
  OPDK_TRY(const std::string bounds, Join({Ints({0}), ends}));
  if (position.empty()) {
    OPDK_TRY(place.number, Add("Sub", {count, Ints({1})}));
  } else {
    OPDK_TRY(const std::string list, Flat(position));
    OPDK_TRY(const std::string given, Add("Cast", {list}, {{"to", int64_t{7}}}));
    OPDK_TRY(const std::string is_negative, Add("Less", {given, Ints({0})}));
    OPDK_TRY(const std::string from_end, Add("Add", {given, count}));
    // A position in front of the sequence must not count from the end once more.
    OPDK_TRY(const std::string outside, may_be_end ? Add("Sub", {given, Ints({1})}) : Name(given));
    OPDK_TRY(const std::string is_outside, Add("Less", {from_end, Ints({0})}));
    OPDK_TRY(const std::string checked, Add("Where", {is_outside, outside, from_end}));
    OPDK_TRY(place.number, Add("Where", {is_negative, checked, given}));
  }
  // Each Gather refuses a place outside of its list.
  OPDK_TRY(const std::string begins, may_be_end ? Name(bounds) : Cut(bounds, Ints({0}), Ints({-1})));
  OPDK_TRY(place.begin, Add("Gather", {begins, place.number}, {{"axis", int64_t{0}}}));
  if (may_be_end) return place;
  OPDK_TRY(place.end, Add("Gather", {ends, place.number}, {{"axis", int64_t{0}}}));
  return place;
}

Result<PackedSequence> PackedSequences::Insert(const PackedSequence& sequence, const std::string& value,
                                               const std::string& position) {
  PackedSequence result;
  OPDK_TRY(const std::string data, Flat(value));
  OPDK_TRY(const std::string shape, Add("Shape", {value}));
  OPDK_TRY(const std::string row, Add("Unsqueeze", {shape, Ints({0})}));
  if (position.empty()) {
    OPDK_TRY(result.data, Join({sequence.data, data}));
    OPDK_TRY(result.shapes, JoinRows(sequence, row, result.ranks));
    return result;
  }
  OPDK_TRY(const Place place, PlaceOf(sequence, position, true));
  OPDK_TRY(const std::string before, Cut(sequence.data, Ints({0}), place.begin));
  OPDK_TRY(const std::string after, Cut(sequence.data, place.begin, Ints({kEnd})));
  OPDK_TRY(result.data, Join({before, data, after}));
  // The row goes to the end, then to its place.
  OPDK_TRY(const std::string rows, JoinRows(sequence, row, result.ranks));
  OPDK_TRY(const std::string first, Cut(rows, Ints({0}), place.number));
  OPDK_TRY(const std::string rest, Cut(rows, place.number, Ints({-1})));
  OPDK_TRY(const std::string last, Cut(rows, Ints({-1}), Ints({kEnd})));
  OPDK_TRY(result.shapes, Join({first, last, rest}));
  return result;
}

Result<PackedSequence> PackedSequences::Erase(const PackedSequence& sequence, const std::string& position) {
  PackedSequence result;
  result.ranks = sequence.ranks;
  OPDK_TRY(const Place place, PlaceOf(sequence, position, false));
  OPDK_TRY(const std::string before, Cut(sequence.data, Ints({0}), place.begin));
  OPDK_TRY(const std::string after, Cut(sequence.data, place.end, Ints({kEnd})));
  OPDK_TRY(result.data, Join({before, after}));
  OPDK_TRY(const std::string next, Add("Add", {place.number, Ints({1})}));
  OPDK_TRY(const std::string first, Cut(sequence.shapes, Ints({0}), place.number));
  OPDK_TRY(const std::string rest, Cut(sequence.shapes, next, Ints({kEnd})));
  OPDK_TRY(result.shapes, Join({first, rest}));
  return result;
}

Status PackedSequences::At(const PackedSequence& sequence, const std::string& position, const std::string& output) {
  OPDK_TRY(const Place place, PlaceOf(sequence, position, false));
  OPDK_TRY(const std::string row, Add("Gather", {sequence.shapes, place.number}, {{"axis", int64_t{0}}}));
  OPDK_TRY(const std::string whole_row, Add("Squeeze", {row, Ints({0})}));
  OPDK_TRY(const std::string shape, ShapeOfRow(sequence, whole_row));
  OPDK_TRY(const std::string data, Cut(sequence.data, place.begin, place.end));
  return Add("Reshape", {data, shape}, {{"allowzero", int64_t{1}}}, output).status();
}

Status PackedSequences::Length(const PackedSequence& sequence, const std::string& output) {
  OPDK_TRY(const std::string count, Count(sequence));
  return Add("Squeeze", {count, Ints({0})}, {}, output).status();
}

Result<std::string> PackedSequences::HasElements(const PackedSequence& sequence, const std::string& output) {
  OPDK_TRY(const std::string count, Count(sequence));
  OPDK_TRY(const std::string length, Add("Squeeze", {count, Ints({0})}));
  return Add("Greater", {length, AddInt64s(graph_, {0}, true)}, {}, output);
}

Result<std::string> PackedSequences::FirstOrEmpty(const PackedSequence& sequence) {
  // The extents of the first element: as many as a row has, or the 0 behind no row.
  OPDK_TRY(const std::string rows, Flat(sequence.shapes));
  OPDK_TRY(const std::string list, Join({rows, Ints({0})}));
  OPDK_TRY(const std::string count, Count(sequence));
  OPDK_TRY(const std::string is_empty, Add("Equal", {count, Ints({0})}));
  OPDK_TRY(const std::string extents, Add("Shape", {sequence.shapes}));
  OPDK_TRY(const std::string rank, Cut(extents, Ints({1}), Ints({2})));
  OPDK_TRY(const std::string length, Add("Where", {is_empty, Ints({1}), rank}));
  OPDK_TRY(const std::string shape, Cut(list, Ints({0}), length));
  return Add("Reshape", {sequence.data, shape}, {{"allowzero", int64_t{1}}});
}

Result<std::string> PackedSequences::CommonShape(const PackedSequence& sequence) {
  const AttrMap over_rows = {{"axes", std::vector<int64_t>{0}}, {"keepdims", int64_t{0}}};
  OPDK_TRY(const std::string most, Add("ReduceMax", {sequence.shapes}, over_rows));
  if (sequence.ranks != Ranks::kSeveral) return most;
  // A column that fills one row and has an extent in another one belongs to tensors of several ranks.
  OPDK_TRY(const std::string least, Add("ReduceMin", {sequence.shapes}, over_rows));
  OPDK_TRY(const std::string shape, ShapeOfRow(sequence, most));
  OPDK_TRY(const std::string lesser, ShapeOfRow(sequence, least));
  OPDK_TRY(const std::string rank, Add("Size", {shape}));
  OPDK_TRY(const std::string lesser_rank, Add("Size", {lesser}));
  OPDK_TRY(const std::string same, Add("Equal", {rank, lesser_rank}));
  return Required(shape, same);
}

Status PackedSequences::Stack(const PackedSequence& sequence, int64_t axis, const std::string& output) {
  const AttrMap with_zeros = {{"allowzero", int64_t{1}}};
  OPDK_TRY(const std::string count, Count(sequence));
  OPDK_TRY(const std::string shape, CommonShape(sequence));
  if (axis == 0) {
    OPDK_TRY(const std::string extents, Join({count, shape}));
    return Add("Reshape", {sequence.data, extents}, with_zeros, output).status();
  }
  // [count, before, behind] becomes [before, count, behind]. A new axis from the end, -1, lies behind all others.
  const std::string cut = Ints({axis > 0 ? axis : axis + 1 == 0 ? kEnd : axis + 1});
  OPDK_TRY(const std::string before, Cut(shape, Ints({0}), cut));
  OPDK_TRY(const std::string behind, Cut(shape, cut, Ints({kEnd})));
  const AttrMap whole = {{"keepdims", int64_t{1}}};
  OPDK_TRY(const std::string rows, Add("ReduceProd", {before}, whole));
  OPDK_TRY(const std::string columns, Add("ReduceProd", {behind}, whole));
  OPDK_TRY(const std::string blocks, Join({count, rows, columns}));
  OPDK_TRY(const std::string apart, Add("Reshape", {sequence.data, blocks}, with_zeros));
  OPDK_TRY(const std::string turned, Add("Transpose", {apart}, {{"perm", std::vector<int64_t>{1, 0, 2}}}));
  OPDK_TRY(const std::string extents, Join({before, count, behind}));
  return Add("Reshape", {turned, extents}, with_zeros, output).status();
}

Status PackedSequences::ConcatFirst(const PackedSequence& sequence, const std::string& output) {
  OPDK_TRY(const std::string sums, Add("ReduceSum", {sequence.shapes, Ints({0})}, {{"keepdims", int64_t{0}}}));
  OPDK_TRY(const std::string first, Cut(sums, Ints({0}), Ints({1})));
  OPDK_TRY(const std::string shape, CommonShape(sequence));
  OPDK_TRY(const std::string rest, Cut(shape, Ints({1}), Ints({kEnd})));
  OPDK_TRY(const std::string extents, Join({first, rest}));
  return Add("Reshape", {sequence.data, extents}, {{"allowzero", int64_t{1}}}, output).status();
}

}  // namespace opdk::onnx_plugin
