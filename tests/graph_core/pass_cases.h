// Pass tests as text files:
//
//   // what the case shows
//   precision: force_fp16                    optional: a precision mode
//   run: infer_shapes, fold_constants        passes or stages, in order
//   graph before { … }
//   ---
//   graph after { … }                        or: "error E2003" and lines that the message must contain
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/ir/text.h"
#include "graph_core/optimization/pipeline.h"
#include "graph_core/partition/pipeline.h"
#include "graph_core/preparation/pipeline.h"
#include "tests/graph_core/case_files.h"

namespace opdk::tests {

// Returns the built-in operators, and those of preparation/package and optimization/package.
inline const PackageRegistry& PassOperators() {
  static const std::shared_ptr<const PackageRegistry> packages = [] {
    auto loaded = PackageRegistry::Load(
        {{OPDK_PREPARATION_OPERATORS_DIR, OPDK_OPTIMIZATION_OPERATORS_DIR, OPDK_BUILTIN_OPERATORS_DIR}, false, false});
    OPDK_CHECK(loaded.ok(), loaded.status().ToString());
    for (const RejectedPackage& rejected : (*loaded)->rejected()) OPDK_CHECK(false, rejected.reason.ToString());
    return *std::move(loaded);
  }();
  return *packages;
}

inline PassContext CaseContext() {
  static const std::unique_ptr<Engine> ai_cpu = MakeAiCpuEngine();
  PassContext context;
  context.packages = &PassOperators();
  context.engines = {ai_cpu.get()};
  context.check_text = true;
  return context;
}

inline Status RunByName(const std::string& name, Graph& graph, const PassContext& context) {
  if (name == "preparation") return PrepareGraph(graph, context);
  if (name == "optimization") return OptimizeGraph(graph, context);
  for (auto table : {PreparationPasses(), OptimizationPasses(), PartitionPasses(), SecondRoundPasses()}) {
    for (const Pass& pass : table) {
      if (pass.name == name) return RunPasses("case", std::span(&pass, 1), graph, context);
    }
  }
  return Status(ErrorCode::kUsage, "no pass or stage " + name);
}

inline std::string Trimmed(const std::string& text) {
  size_t begin = text.find_first_not_of(" \n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \n") - begin + 1);
}

inline void RunCase(const std::string& path, PassContext context) {
  std::string text = ReadFile(path);
  if (const size_t mode = text.find("\nprecision: "); mode != std::string::npos) {
    PrecisionOptions precision;
    const size_t name = mode + 12;
    const Status read = ReadPrecisionMode(text.substr(name, text.find('\n', name) - name), precision);
    ASSERT_TRUE(read.ok()) << read.ToString();
    context.precision = std::make_shared<const PrecisionOptions>(std::move(precision));
  }
  size_t run = text.find("run: ");
  size_t line_end = text.find('\n', run);
  size_t split = text.find("\n---\n");
  ASSERT_TRUE(run != std::string::npos && split != std::string::npos) << path << " is no case";
  auto graph = Parse(text.substr(line_end, split - line_end), path);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  std::string expected = Trimmed(text.substr(split + 5));

  std::stringstream names(text.substr(run + 5, line_end - run - 5));
  Status status;
  for (std::string name; status.ok() && std::getline(names, name, ',');) {
    status = RunByName(Trimmed(name), *graph, context);
  }
  if (expected.starts_with("error ")) {
    ASSERT_FALSE(status.ok()) << "expected " << expected << ", got\n" << Print(*graph);
    std::stringstream lines(expected.substr(6));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(ToString(status.code()), line);
    while (std::getline(lines, line)) EXPECT_THAT(status.ToString(), ::testing::HasSubstr(Trimmed(line)));
    return;
  }
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(graph->Verify().ok()) << graph->Verify().ToString();
  EXPECT_EQ(Print(*graph), expected + "\n");
}

}  // namespace opdk::tests
