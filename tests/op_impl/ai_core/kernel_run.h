// Runs an AI Core kernel of the built-in package in the interpreter: prototype, inference, operator information and
// kernel together, without an engine.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "tbe/interpreter.h"

namespace opdk {

// Returns the package under test, loaded once.
const PackageRegistry& Builtin();

// A tensor of a case: `numbers` in the dtype.
struct Arg {
  tbe::Dims shape;
  std::vector<double> numbers;
  ge::DataType dtype = ge::DT_FLOAT;
};

// One node under test. Failures of any stage are test failures; Run then returns nothing.
class KernelRun {
 public:
  explicit KernelRun(std::string type) : type_(std::move(type)) {}

  // Gives an input, in any order. Optional inputs that aren't given are absent.
  KernelRun& Input(const std::string& port, Arg arg);
  KernelRun& Dynamic(const std::string& port, std::vector<Arg> args);
  KernelRun& Outputs(const std::string& port, int count);  // of a dynamic output
  KernelRun& Set(const std::string& attr, Attr value);

  // Returns the outputs, whose shapes and dtypes must be the inferred ones. Then builds the kernel for every dtype
  // column of its ai_core section; the results must have the inferred dtypes.
  std::vector<tbe::HostTensor> Run();
  // Returns the elements of output `index`.
  std::vector<double> Numbers(int index = 0);
  // Returns why the kernel's check_support refuses; "" if it doesn't, or there is none.
  std::string Refusal();

 private:
  OpDesc Describe(const OpDesc& prototype) const;
  Result<std::vector<tbe::HostTensor>> Evaluate(OpDesc op) const;
  void TryEveryColumn(const OpDesc& op) const;

  std::string type_;
  std::vector<std::pair<std::string, std::vector<Arg>>> inputs_;
  std::vector<std::pair<std::string, int>> outputs_;
  AttrMap attrs_;
};

}  // namespace opdk
