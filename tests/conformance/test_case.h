// One test of libonnx-testdata: a model, its inputs and the outputs ONNX expects.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk::conformance {

struct TestCase {
  std::string kind;       // folder of the data: node, simple, pytorch-operator, pytorch-converted
  std::string name;       // test_abs
  std::string directory;  // .../data/node/test_abs

  std::string model() const { return directory + "/model.onnx"; }
};

struct ValueInfo {
  std::string name;
  ge::DataType type = ge::DT_UNDEFINED;  // of a tensor
  onnx::TypeProto onnx_type;
};

// Facts of a model, read with libonnx only.
struct CaseInfo {
  std::vector<std::string> operators;  // types of its nodes, in order, each once, without Constant
  bool only_numbers = true;            // every input and output holds numbers of types that exist here
  std::string beyond;                  // why it is no test of ai.onnx's functions of such tensors; "": it is one
  std::vector<ValueInfo> inputs;       // without initializers
  std::vector<ValueInfo> outputs;
};

struct CaseData {
  std::vector<ge::Tensor> inputs;
  std::vector<ge::Tensor> outputs;
};

// Returns the tests below `data` of these kinds, sorted by name within a kind.
std::vector<TestCase> FindCases(const std::string& data, const std::vector<std::string>& kinds);
Result<CaseInfo> ReadInfo(const TestCase& test);
// Reads the tensors of test_data_set_0.
Result<CaseData> ReadData(const TestCase& test, const CaseInfo& info);

}  // namespace opdk::conformance
