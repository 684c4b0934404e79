// The values of a model: their producers, and their types and shapes as far as they are known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/operator.h"
#include "graph/tensor.h"
#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/importer/inference.h"
#include "plugins/importer/unique_names.h"

namespace opdk::importer {

// An output of an operator of the graph that is being built.
struct Output {
  ge::Operator op;
  int index = 0;
};

// Not thread-safe.
class Values {
 public:
  // Starts without values. `operator_names`: the names of the graph's operators. A constant that is used becomes such
  // an operator.
  Values(const ParserContext& context, UniqueNames& operator_names)
      : context_(context), operator_names_(operator_names), inference_(context) {}

  // Keeps a name of the model's from being given to new values.
  void Reserve(const std::string& value) { names_.Add(value); }
  // Returns a new name that no other value has, made from `hint`.
  std::string NewName(const std::string& hint) { return names_.Give(hint); }

  // Keeps a fact: the type and shape of a value, whatever produces it. A later fact replaces an earlier one.
  void Know(const std::string& value, ge::TensorDesc desc);
  // Keeps a hint: the type and shape that the model declares for a value that an operator gives. The hint's type counts
  // where inference finds none. Its shape counts nowhere, for the model may be run with other extents.
  void Declare(const std::string& value, const ge::TensorDesc& desc);
  // Returns the declarations that inference contradicts, as texts, in the order of their values' names. Infers all
  // values that have a declaration.
  std::vector<std::string> FalseDeclarations();
  // Adds a constant. `read` is called once, when the constant is used, and may give its bytes away.
  void AddConstant(const std::string& value, const ge::TensorDesc& desc, std::function<Result<ge::Tensor>()> read);
  // Adds a constant under a new name made from `hint`. Returns the name.
  std::string NewConstant(const std::string& hint, const ge::Tensor& tensor);
  bool IsConstant(const std::string& value) const { return constants_.contains(value); }
  // Returns whether an operator's output gives the value.
  bool IsGiven(const std::string& value) const { return outputs_.contains(value); }
  // Binds the value to the operator's output, which gives the value from now on.
  void Bind(const std::string& value, const ge::Operator& op, int output);

  // Returns the output that gives the value. A constant becomes an operator at its first use. E2001: nothing gives the
  // value that `user` wants. Also the errors of reading a constant.
  Result<Output> Use(const std::string& value, const std::string& user);

  // Returns the value's type and shape as far as they are facts or were inferred before. nullptr: not known.
  const ge::TensorDesc* Known(const std::string& value) const;
  // Returns the value's type and shape, and infers them from the prototypes where needed. nullptr: not known.
  const ge::TensorDesc* Find(const std::string& value);
  std::optional<int> Rank(const std::string& value);
  // Returns dimension `axis` (negative: from the end) where it is a known number. A mapping that uses the number binds
  // the model to the extents of its inputs, unless the value is a constant (ExtentsWereRead).
  std::optional<int64_t> Dim(const std::string& value, int64_t axis);
  bool ExtentsWereRead() const { return extents_were_read_; }
  // Returns the value's element type, or DT_UNDEFINED when it is not known.
  ge::DataType ElementType(const std::string& value);
  // Returns a constant's value, even if the constant is an operator by now. Empty for another value, or one that can't
  // be read.
  std::optional<ge::Tensor> ConstantValue(const std::string& value);
  // Returns the numbers of a constant of type int64 or int32. Empty for another value.
  std::optional<std::vector<int64_t>> Ints(const std::string& value);

 private:
  struct Constant {
    std::function<Result<ge::Tensor>()> read;  // empty once `tensor` is there
    ge::Tensor tensor;
  };
  struct Declaration {
    ge::TensorDesc whole;
    ge::TensorDesc type;  // of unknown rank
  };
  static Result<ge::Tensor> Read(Constant& constant);

  const ParserContext& context_;
  UniqueNames& operator_names_;
  Inference inference_;
  UniqueNames names_;
  std::unordered_map<std::string, ge::TensorDesc> facts_;
  std::map<std::string, Declaration> declared_;
  std::unordered_map<std::string, Constant> constants_;  // not yet made into operators
  std::unordered_map<std::string, Output> outputs_;
  bool extents_were_read_ = false;
};

}  // namespace opdk::importer
