// Sequences of tensors whose length only a run knows. Such a sequence is two tensors: [2,3] and [1,2] of float are
//   data    float[8], the elements of all tensors, one tensor behind the other
//   shapes  int64[2,2] = [[2,3],[1,2]], a row for each tensor
// Where the tensors may have several ranks, -1 fills the rows of those with fewer axes: [4] and [2,3] have the shapes
// [[4,-1],[2,3]].
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/importer/importer.h"

namespace opdk::onnx_plugin {

// Names of values.
struct PackedSequence {
  // The ranks of the tensors. kNone: the sequence has no tensor, and the first one decides.
  enum class Ranks { kOne, kSeveral, kNone };

  std::string data;
  std::string shapes;
  Ranks ranks = Ranks::kOne;
};

// Adds the operators that change or read packed sequences to one graph. A position is a value of one integer, counted
// from the end where it is negative. A run refuses a position outside of the sequence. The errors of Importer::AddNode.
class PackedSequences {
 public:
  explicit PackedSequences(importer::Importer& graph) : graph_(graph) {}

  // Packs the elements into two tensors. `dtype` and `rank` count for a sequence without elements.
  Result<PackedSequence> Pack(const std::vector<std::string>& elements, ge::DataType dtype, int64_t rank = 0);
  // Returns the sequence if `present`, a bool, is true in the run, else one without elements.
  Result<PackedSequence> KeepIf(const PackedSequence& sequence, const std::string& present);
  // Returns the sequence with data that a run refuses where the shapes ask for more elements, or fewer.
  Result<PackedSequence> Checked(const PackedSequence& sequence);
  // Returns a value of the same type, which a run refuses where `present`, a bool, is false.
  Result<std::string> Required(const std::string& value, const std::string& present, const std::string& output = "");
  // Inserts `value` in front of `position`. `position` "" is the end.
  Result<PackedSequence> Insert(const PackedSequence& sequence, const std::string& value, const std::string& position);
  // Erases the element at `position`. `position` "" is the last element.
  Result<PackedSequence> Erase(const PackedSequence& sequence, const std::string& position);
  Status At(const PackedSequence& sequence, const std::string& position, const std::string& output);
  Status Length(const PackedSequence& sequence, const std::string& output);
  // Returns a bool; `output`: its name, "" for a new one.
  Result<std::string> HasElements(const PackedSequence& sequence, const std::string& output = "");
  // Returns the first element, or a tensor of extents [0] where there is none.
  Result<std::string> FirstOrEmpty(const PackedSequence& sequence);
  // Puts the elements together along a new axis. They must have the same extents.
  Status Stack(const PackedSequence& sequence, int64_t axis, const std::string& output);
  // Puts the elements together along their first axis.
  Status ConcatFirst(const PackedSequence& sequence, const std::string& output);

 private:
  using Names = std::vector<std::string>;
  using Name = Result<std::string>;

  // A place in the sequence: its number from 0, and the begin and end of its element in the data. Each is a list of one
  // number.
  struct Place {
    std::string number, begin, end;
  };
  Name Add(const std::string& type, Names inputs, AttrMap attributes = {}, const std::string& output = "") {
    return AddStep(type, std::move(inputs), std::move(attributes), output);
  }
  Name AddStep(const std::string& type, Names inputs, AttrMap attributes, const std::string& output);
  std::string Ints(const std::vector<int64_t>& numbers);
  Name Join(Names lists);
  Name Cut(const std::string& list, const std::string& begin, const std::string& end);
  Name Count(const PackedSequence& sequence);
  Name Flat(const std::string& value);
  // Returns the number of columns of the rows, a list of one number.
  Name Columns(const std::string& rows);
  // Fills the rows with -1 up to the number of columns of `wide`.
  Name FillRows(const std::string& rows, const std::string& wide);
  // Appends `row`, the shape of a value, to the shapes of `sequence`, and says in `ranks` which ranks the result has.
  Name JoinRows(const PackedSequence& sequence, const std::string& row, PackedSequence::Ranks& ranks);
  // Returns the numbers of elements of the tensors.
  Name Sizes(const PackedSequence& sequence);
  // Returns the shape that the row is of, without the numbers that fill the row.
  Name ShapeOfRow(const PackedSequence& sequence, const std::string& row);
  Result<Place> PlaceOf(const PackedSequence& sequence, const std::string& position, bool may_be_end);
  // Returns the shape that all elements have. If the shapes differ, the result doesn't fit the data, and the run
  // refuses it.
  Name CommonShape(const PackedSequence& sequence);

  importer::Importer& graph_;
};

}  // namespace opdk::onnx_plugin
