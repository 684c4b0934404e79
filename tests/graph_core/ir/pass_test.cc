#include "graph_core/ir/pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "graph_core/ir/text.h"
#include "tests/graph_core/case_files.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Changed> Nothing(Graph&, const PassContext&) { return Changed::kNo; }
Result<Changed> AddNode(Graph& graph, const PassContext&) {
  OpDesc op;
  op.name = "added";
  op.type = "Op";
  graph.AddNode(std::move(op));
  return Changed::kYes;
}
Result<Changed> Fail(Graph&, const PassContext&) { return Status(ErrorCode::kGraphInvalid, "no good"); }
Result<Changed> Break(Graph& graph, const PassContext&) {
  OpDesc op;
  op.type = kFusedOp;  // without a body
  graph.AddNode(std::move(op));
  return Changed::kYes;
}

TEST(PassTest, EachPassIsTimed) {
  const Pass passes[] = {{"nothing", Nothing}, {"add", AddNode}};
  Graph graph;
  PassContext context;
  ASSERT_TRUE(RunPasses("stage", passes, graph, context).ok());
  ASSERT_EQ(context.record->timings.size(), 2u);
  EXPECT_EQ(context.record->timings[1].stage, "stage");
  EXPECT_EQ(context.record->timings[1].pass, "add");
  EXPECT_FALSE(context.record->timings[0].changed);
  EXPECT_TRUE(context.record->timings[1].changed);
}

TEST(PassTest, DisabledPassesAreLeftOutUnlessRequired) {
  const Pass passes[] = {{"optional", AddNode}, {"needed", AddNode, true}};
  Graph graph;
  PassContext context;
  context.disabled_passes = {"optional", "needed"};
  ASSERT_TRUE(RunPasses("stage", passes, graph, context).ok());
  EXPECT_EQ(graph.size(), 1u);
}

TEST(PassTest, ErrorsNameThePass) {
  const Pass passes[] = {{"fails", Fail}, {"never", AddNode}};
  Graph graph;
  Status status = RunPasses("stage", passes, graph, {});
  EXPECT_THAT(status.places(), ElementsAre("pass fails"));
  EXPECT_EQ(graph.size(), 0u);
}

TEST(PassTest, APassThatBreaksTheGraphIsFound) {
  const Pass passes[] = {{"breaks", Break}};
  Graph graph;
  Status status = RunPasses("stage", passes, graph, {});
  EXPECT_EQ(status.code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(status.ToString(), HasSubstr("pass breaks"));
}

TEST(PassTest, ChangedGraphsAreDumped) {
  const Pass passes[] = {{"nothing", Nothing}, {"add", AddNode}};
  Graph graph;
  PassContext context;
  const std::string directory = ::testing::TempDir() + "/opdk_pass_dump_" + std::to_string(::getpid());
  std::filesystem::create_directory(directory);
  context.dump_directory = directory;
  ASSERT_TRUE(RunPasses("stage", passes, graph, context).ok());
  EXPECT_THAT(tests::ReadFile(context.dump_directory + "/00_stage_add.txt"), HasSubstr("%added = Op"));
  context.dump_directory += "/missing";
  EXPECT_EQ(RunPasses("stage", passes, graph, context).code(), ErrorCode::kWriteFailed);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace opdk
