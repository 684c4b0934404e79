#include "graph_core/preparation/package_passes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

#include "graph_core/package/graph_passes.h"
#include "graph_core/session.h"
#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const PackageRegistry> Packages() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded = PackageRegistry::Load({{OPDK_GRAPH_PASSES_DIR, OPDK_BUILTIN_OPERATORS_DIR}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    return *std::move(loaded);
  }();
  return packages;
}

PassContext ContextOfPackages() {
  PassContext context = tests::CaseContext();
  context.packages = Packages().get();
  context.check_text = false;
  return context;
}

// Returns y = type(x) in a graph of that name.
std::string OneNode(const std::string& name, const std::string& type = "Neg") {
  return "graph " + name + " {\n  %x = Data {index: 0} : float[2]\n  %y = " + type +
         "(x: %x) : _\n  %o = NetOutput(x: [%y]) {output_names: [\"y\"]}\n}\n";
}

Result<Graph> Optimized(const std::string& text, const PassContext& context) {
  OPDK_TRY(Graph graph, Parse(text));
  OPDK_TRY(PrepareGraph(graph, context));
  OPDK_TRY(OptimizeGraph(graph, context));
  return graph;
}

Graph MustOptimize(const std::string& text, const PassContext& context = ContextOfPackages()) {
  auto graph = Optimized(text, context);
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  return *std::move(graph);
}

std::vector<std::string> Types(const Graph& graph) {
  std::vector<std::string> types;
  const auto order = graph.TopologicalOrder();
  for (const Node* node : *order) types.push_back(node->type());
  return types;
}

std::vector<std::string> PackageRows(const PassContext& context) {
  std::vector<std::string> rows;
  for (const PassTiming& row : context.record->timings) {
    if (row.stage == "package_passes") rows.push_back(row.pass);
  }
  return rows;
}

TEST(PackagePasses, RunByPriorityThenName) {
  const Graph graph = MustOptimize(OneNode("order"));
  const auto* ran = std::get_if<std::vector<std::string>>(&graph.attrs().at("ran"));
  ASSERT_NE(ran, nullptr);
  EXPECT_THAT(*ran, ElementsAre("early", "between_a", "between_b", "late"));
}

TEST(PackagePasses, OfOneNameAreTakenFromThePackageWithPrecedence) {
  std::vector<std::unique_ptr<Package>> packages;
  std::array<RegistrationList, 2> lists;
  for (size_t i = 0; i < lists.size(); ++i) {
    lists[i].Append(ge::GraphPassEntry("Fuse", ge::GraphPassKind::kFunction));
    packages.push_back(std::make_unique<Package>());
    packages[i]->name = i == 0 ? "first" : "second";
    packages[i]->registrations = lists[i].list();
  }
  const std::vector<Status> left_out = LeftOutPasses(packages);
  ASSERT_EQ(left_out.size(), 1u);
  EXPECT_EQ(left_out[0].code(), ErrorCode::kDuplicateOperator);
  EXPECT_EQ(left_out[0].message(), "graph pass Fuse of package first wins over that of second");
}

TEST(PackagePasses, CanBeLeftOutByName) {
  PassContext context = ContextOfPackages();
  context.disabled_passes = {"between_a", "late"};
  const Graph graph = MustOptimize(OneNode("order"), context);
  EXPECT_THAT(std::get<std::vector<std::string>>(graph.attrs().at("ran")), ElementsAre("early", "between_b"));
  EXPECT_THAT(PackageRows(context), Not(Contains("late")));
}

TEST(PackagePasses, NamesComeFromThePackagesInUse) {
  EXPECT_THAT(Session::PassNames(Packages().get()), Contains("CancelLog"));
  EXPECT_THAT(Session::PassNames(), Not(Contains("CancelLog")));
  CompileOptions options;
  options.disabled_passes = {"CancelLogs"};
  EXPECT_THAT(Session::Create(Packages(), options).status().hint(), HasSubstr("did you mean 'CancelLog'"));
}

TEST(PackagePasses, APatternIsReplacedAndReported) {
  const PassContext context = ContextOfPackages();
  const std::string text =
      "graph g { %x = Data {index: 0} : float[2] %l = Log(x: %x) : _ %e = Exp(x: %l) : _ %n = Neg(x: %e) : _ "
      "%o = NetOutput(x: [%n]) }";
  EXPECT_THAT(Types(MustOptimize(text, context)), ElementsAre("Data", "Neg", "NetOutput"));
  EXPECT_THAT(PackageRows(context), Contains("CancelLog"));
}

TEST(PackagePasses, AreSkippedInGraphsWithoutTheirOperators) {
  const PassContext context = ContextOfPackages();
  (void)MustOptimize("graph g { %x = Data {index: 0} : float[2] %l = Log(x: %x) : _ %o = NetOutput(x: [%l]) }",
                     context);
  EXPECT_THAT(PackageRows(context), Not(Contains("CancelLog"))) << "there is no Exp";
  EXPECT_THAT(PackageRows(context), Not(Contains("SplitSquare")));
}

TEST(PackagePasses, OpenShapesOfAReplacementAreInferredAndFolded) {
  for (const char* name : {"y", "before"}) {
    PassContext context = ContextOfPackages();
    context.disabled_passes = {"RemoveNeutralOperands"};  // of the built-in package: it would take x + 0 away
    const std::string text = fmt::format(
        "graph g {{ %x = Data {{index: 0}} : float[2] %{0} = Square(x: %x) : _ %o = NetOutput(x: [%{0}]) }}", name);
    const Graph graph = MustOptimize(text, context);
    EXPECT_THAT(Types(graph), ElementsAre("Data", "Const", "Add", "Mul", "NetOutput")) << Print(graph);
    EXPECT_EQ(graph.Find(name)->type(), "Mul");
    EXPECT_EQ(graph.Find(name)->op().outputs[0].desc.GetShape().GetDims(), std::vector<int64_t>{2});
    const auto& notes = context.record->notes;
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [&](const PassNote& note) {
      return note.node == name && note.text.starts_with("made by graph pass Split");
    }));
  }
}

TEST(PackagePasses, VisitRegionsOfControlFlow) {
  const Graph graph = MustOptimize(R"(graph g {
    %x = Data {index: 0} : float[2]
    %c = Data {index: 1} : bool[]
    %if = If(cond: %c, input: [%x]) : output: [_]
      then_branch then { %a = Data {index: 0} : _ %l = Log(x: %a) : _ %e = Exp(x: %l) : _ %o = NetOutput(x: [%e]) }
      else_branch else { %a = Data {index: 0} : _ %n = Neg(x: %a) : _ %o = NetOutput(x: [%n]) }
    %o = NetOutput(x: [%if:output0]) {output_names: ["y"]}
  })");
  const Graph* branch = graph.Find("if")->region("then_branch");
  ASSERT_NE(branch, nullptr);
  EXPECT_THAT(Types(*branch), ElementsAre("Data", "NetOutput"));
}

TEST(PackagePasses, TheReasonOfAFailureReachesTheUser) {
  const Status told = Optimized(OneNode("fails"), ContextOfPackages()).status();
  EXPECT_EQ(told.code(), ErrorCode::kGraphInvalid);
  EXPECT_EQ(told.message(), "the moon is wrong");
  EXPECT_THAT(told.ToString(), HasSubstr("graph pass misbehave of package test_graph_passes"));
  EXPECT_THAT(told.ToString(), HasSubstr("--disable-pass misbehave"));
  EXPECT_THAT(Optimized(OneNode("fails_silently"), ContextOfPackages()).status().message(),
              HasSubstr("didn't say why"));
}

TEST(PackagePasses, NoExceptionLeavesThem) {
  const Status thrown = Optimized(OneNode("throws"), ContextOfPackages()).status();
  EXPECT_EQ(thrown.code(), ErrorCode::kKernelThrew);
  EXPECT_THAT(thrown.ToString(), HasSubstr("no moon"));
  EXPECT_THAT(thrown.ToString(), HasSubstr("graph pass misbehave of package test_graph_passes"));
}

TEST(PackagePasses, AGraphThatIsBrokenAfterwardsIsThePassesFault) {
  const Status broken = Optimized(OneNode("takes_away"), ContextOfPackages()).status();
  EXPECT_FALSE(broken.ok());
  EXPECT_THAT(broken.ToString(), HasSubstr("after graph pass misbehave of package test_graph_passes"));
}

TEST(PackagePasses, AReplacementThatDoesNotFitIsOneError) {
  const Status wrong = Optimized(
                           "graph g { %x = Data {index: 0} : float[2] %t = Tan(x: %x) : _ %s = Sinh(x: %t) : _ "
                           "%o = NetOutput(x: [%s]) }",
                           ContextOfPackages())
                           .status();
  EXPECT_EQ(
      wrong.message(),
      "t (Tan), s (Sinh) can't be replaced: the replacement has 2 outputs, but takes the place of something with 1");
}

TEST(PackagePasses, AreDumpedAfterAChange) {
  PassContext context = ContextOfPackages();
  context.dump_directory = ::testing::TempDir() + "package_passes_" + std::to_string(::getpid());
  std::filesystem::create_directories(context.dump_directory);
  (void)MustOptimize(OneNode("order"), context);
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(context.dump_directory)) {
    names.push_back(file.path().filename().string().substr(3));
  }
  std::filesystem::remove_all(context.dump_directory);
  EXPECT_THAT(names, Contains("package_passes_early.txt"));
  EXPECT_THAT(names, Contains("package_passes_late.txt"));
}

TEST(PackagePasses, AStageWithoutPassesIsReported) {
  std::vector<std::string> notes;
  for (const Status& note : Packages()->notes()) notes.push_back(note.message());
  EXPECT_THAT(notes, Contains("no graph pass runs at stage 2, so that too_late never does"));
}

}  // namespace
}  // namespace opdk
