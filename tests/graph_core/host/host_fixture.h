// The built-in packages, and a small graph over their operators.
#pragma once

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "graph/operator_factory.h"
#include "opdk/model.h"

namespace opdk {

// Makes the graph y = Relu(Exp(x)) over rows of three.
inline ge::Graph ExpRelu(int64_t rows) {
  const ge::TensorDesc desc(ge::Shape(std::vector<int64_t>{rows, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
  ge::Operator x("x", "Data");
  DescOf(x).outputs.push_back({"y", 0, desc});
  ge::Operator exp = ge::OperatorFactory::CreateOperator("exp", "Exp");
  exp.SetInput("x", x);
  ge::Operator relu = ge::OperatorFactory::CreateOperator("relu", "Relu");
  relu.SetInput("x", exp);
  ge::Graph graph("exp_relu");
  graph.SetInputs({x}).SetOutputs(std::vector<ge::Operator>{relu});
  return graph;
}

// Operators are made from the packages that are loaded.
class WithBuiltinPackages : public ::testing::Test {
 protected:
  static Packages Builtin() {
    auto loaded = Packages::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin"}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return std::move(loaded).value();
  }

  const Packages packages = Builtin();
};

}  // namespace opdk
