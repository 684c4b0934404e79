// Requests of the SDK's graphs to the packages' host: dumps.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "graph/graph.h"
#include "graph/operator_factory.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/debugging/dump_directory.h"

namespace ge {
namespace {

using ::testing::HasSubstr;

class GraphDumpsOfPrograms : public ::testing::Test {
 protected:
  GraphDumpsOfPrograms() {
    opdk::PackageRegistry::SetCurrent(opdk::BuiltinPackages());
    ::unsetenv("ASCEND_DUMP_PATH");
    ::setenv("DUMP_GRAPH_PATH", directory_.path().c_str(), 1);
    Operator x = OperatorFactory::CreateOperator("x", "Data");
    Operator y = OperatorFactory::CreateOperator("y", "Relu");
    y.SetInput("x", x);
    graph_.SetInputs({x}).SetOutputs(std::vector<Operator>{y});
  }
  ~GraphDumpsOfPrograms() override {
    ::unsetenv("DUMP_GRAPH_PATH");
    opdk::PackageRegistry::SetCurrent(nullptr);
  }

  std::string Text(Graph::DumpFormat format) const {
    std::ostringstream text;
    EXPECT_EQ(graph_.Dump(format, text), GRAPH_SUCCESS);
    return text.str();
  }

  opdk::tests::DumpDirectory directory_;
  Graph graph_{"net"};
};

TEST_F(GraphDumpsOfPrograms, FormatsAreGes) {
  EXPECT_THAT(Text(Graph::DumpFormat::kTxt), HasSubstr("type: \"Relu\""));
  EXPECT_THAT(Text(Graph::DumpFormat::kOnnx), HasSubstr("op_type: \"ge:Relu\""));
  EXPECT_THAT(Text(Graph::DumpFormat::kReadable), HasSubstr("%y = Relu(x: %x)"));
}

TEST_F(GraphDumpsOfPrograms, FilesLieWhereTheEnvironmentSays) {
  EXPECT_EQ(graph_.DumpToFile(Graph::DumpFormat::kOnnx, "mine"), GRAPH_SUCCESS);
  EXPECT_EQ(graph_.DumpToFile(Graph::DumpFormat::kTxt, "a/b"), GRAPH_SUCCESS);
  std::vector<std::string> names;
  const std::string place = directory_ / ("pid_" + std::to_string(::getpid()) + "_deviceid_0");
  for (const auto& entry : std::filesystem::directory_iterator(place)) names.push_back(entry.path().filename());
  using ::testing::AllOf;
  using ::testing::EndsWith;
  using ::testing::StartsWith;
  EXPECT_THAT(names, ::testing::UnorderedElementsAre(AllOf(StartsWith("ge_onnx_"), EndsWith("_graph_0_mine.pbtxt")),
                                                     AllOf(StartsWith("ge_proto_"), EndsWith("_graph_0_a_b.txt"))));
  ::setenv("DUMP_GRAPH_PATH", "/proc/nowhere", 1);
  EXPECT_EQ(graph_.DumpToFile(Graph::DumpFormat::kOnnx, "mine"), GRAPH_FAILED);
}

}  // namespace
}  // namespace ge
