// Models written as text, read by the ONNX plugin of the built-in package.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include <memory>
#include <string>

#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "tests/plugins/graph_summary.h"

namespace opdk {

class OnnxParse : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Reads ONNX's own text form; `opset` is the model's default opset.
  static onnx::ModelProto Text(const std::string& graph, int opset = 17);
  // Empties the list attributes of this name, since the text form can't write an empty list.
  static onnx::ModelProto WithEmptyList(onnx::ModelProto model, const std::string& attribute);
  Result<Graph> Parse(const onnx::ModelProto& model) const;
  Result<Graph> ParseBytes(const std::string& bytes) const;
  // Parses and summarises; the error's text when it fails.
  std::string Parsed(const onnx::ModelProto& model) const;
  std::string Parsed(const std::string& graph, int opset = 17) const { return Parsed(Text(graph, opset)); }

  std::string directory_;
  std::shared_ptr<PackageRegistry> packages_;
};

}  // namespace opdk
