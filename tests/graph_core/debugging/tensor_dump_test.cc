// Dumps as files:
//
//   // what the case shows
//   engine: ai_core       the only one; all nodes run on AI CPU without it
//   when: overflow        "always" without it; likewise "mode: all", "data: stats", "steps: 0|2", "layers: a b"
//   given 0: 1 2          the values of input 0, kept until they are given anew; [n] if a model leaves a shape open
//   run:                  a run that succeeds
//   fails E6001: why      one that doesn't
//   reports: text         what the next report says; none without such a line
//   in 0: line            the lines of run 0's index, all of them in their order; "in 0: nothing": it has none
//   graph g { … }
//
// A line of the index: "NODE TYPE SIDE+INDEX DTYPE[SHAPE] = VALUES", behind the shape "at 0.1" with the iterations of
// the loops around it and "of a+b" with the nodes in it; where values aren't dumped "MIN..MAX mean MEAN nan N inf N".
#include "graph_core/debugging/tensor_dump.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <atomic>
#include <cstring>
#include <map>
#include <thread>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/case_files.h"
#include "tests/graph_core/debugging/dump_directory.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using tests::DumpDirectory;
using tests::IndexOf;

struct CaseLine {
  std::string word;
  std::string what;
  std::string text;
};

struct DumpCase {
  std::vector<CaseLine> lines;
  std::string graph;
};

DumpCase ReadCase(const std::string& path) {
  DumpCase result;
  std::stringstream text(tests::ReadFile(path));
  for (std::string line; std::getline(text, line);) {
    if (!result.graph.empty() || line.starts_with("graph ")) {
      result.graph += line + "\n";
      continue;
    }
    if (line.starts_with("//")) continue;
    const size_t colon = line.find(':');
    EXPECT_NE(colon, std::string::npos) << path << ": " << line;
    const std::string head = line.substr(0, colon);
    const size_t space = head.find(' ');
    const std::string rest = colon + 1 < line.size() ? line.substr(colon + 2) : "";
    result.lines.push_back({head.substr(0, space), space == std::string::npos ? "" : head.substr(space + 1), rest});
  }
  return result;
}

TensorDumpOptions OptionsOf(const DumpCase& dump, const std::string& directory) {
  TensorDumpOptions options;
  options.directory = directory;
  for (const CaseLine& line : dump.lines) {
    if (line.word == "when") {
      options.when = line.text == "overflow" ? TensorDumpOptions::When::kOverflow : TensorDumpOptions::When::kFailure;
    }
    Status set;
    if (line.word == "mode") set = SetDumpMode(line.text, options);
    if (line.word == "data") set = SetDumpData(line.text, options);
    EXPECT_TRUE(set.ok()) << set.ToString();
    if (line.word == "steps") options.runs = ParseRuns(line.text).value();
    if (line.word == "layers") options.layers = ParseLayers(line.text);
  }
  return options;
}

std::vector<float> Numbers(const std::string& text) {
  std::stringstream stream(text);
  std::vector<float> numbers;
  // A stream reads neither nan nor inf.
  for (std::string word; stream >> word;) numbers.push_back(std::stof(word));
  return numbers;
}

ge::Tensor InputOf(const PortSpec& spec, const std::vector<float>& numbers) {
  std::vector<int64_t> shape = spec.shape;
  for (int64_t& dim : shape) dim = dim < 0 ? static_cast<int64_t>(numbers.size()) : dim;
  const ge::TensorDesc desc(ge::Shape(shape), ge::FORMAT_ND, spec.dtype);
  if (spec.dtype == ge::DT_FLOAT) {
    return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(float));
  }
  std::string bytes;
  for (const float number : numbers) {
    const auto whole = static_cast<int32_t>(number);
    if (spec.dtype == ge::DT_INT32) bytes.append(reinterpret_cast<const char*>(&whole), sizeof(whole));
    if (spec.dtype == ge::DT_BOOL) bytes += static_cast<char>(whole);
  }
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

template <typename T>
std::string ValuesOf(const std::string& data) {
  std::string text;
  for (size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, data.data() + at, sizeof(T));
    text += fmt::format(" {:g}", static_cast<double>(value));
  }
  return text;
}

std::string Rendered(const nlohmann::json& entry, const std::string& directory) {
  std::string text =
      fmt::format("{} {} {}{} {}[{}]", entry["node"].get<std::string>(), entry["type"].get<std::string>(),
                  entry["side"].get<std::string>(), entry["index"].get<int>(), entry["dtype"].get<std::string>(),
                  fmt::join(entry["shape"].get<std::vector<int64_t>>(), ","));
  if (entry.contains("iterations")) {
    text += fmt::format(" at {}", fmt::join(entry["iterations"].get<std::vector<int64_t>>(), "."));
  }
  if (entry.contains("fused"))
    text += fmt::format(" of {}", fmt::join(entry["fused"].get<std::vector<std::string>>(), "+"));
  if (entry.contains("note")) return text + " not shown";
  if (!entry.contains("file")) {
    const std::string range = entry.contains("min")
                                  ? fmt::format(" {:g}..{:g} mean {:g}", entry["min"].get<double>(),
                                                entry["max"].get<double>(), entry["mean"].get<double>())
                                  : "";
    return fmt::format("{}{} nan {} inf {}", text, range, entry["nan"].get<int>(), entry["inf"].get<int>());
  }
  const std::string data = tests::NpyData(directory + "/" + entry["file"].get<std::string>());
  const std::string dtype = entry["dtype"].get<std::string>();
  if (dtype == "float") return text + " =" + ValuesOf<float>(data);
  return text + " =" + (dtype == "int32" ? ValuesOf<int32_t>(data) : ValuesOf<int8_t>(data));
}

void RunLine(const CaseLine& line, const Executable& model, std::map<size_t, std::vector<float>>& given) {
  if (line.word == "given") given[std::stoul(line.what)] = Numbers(line.text);
  if (line.word != "run" && line.word != "fails") return;
  std::vector<ge::Tensor> inputs;
  for (size_t i = 0; i < model.inputs().size(); ++i) inputs.push_back(InputOf(model.inputs()[i], given[i]));
  const auto outputs = model.Run(inputs);
  EXPECT_EQ(outputs.ok(), line.word == "run") << outputs.status().ToString();
  if (outputs.ok()) return;
  EXPECT_EQ(ToString(outputs.status().code()), line.what);
  EXPECT_THAT(outputs.status().ToString(), HasSubstr(line.text));
}

Result<CompiledSession> Compiled(const std::string& text, const std::string& engine) {
  CompileOptions options;
  options.engine = engine;
  options.threads = 1;
  OPDK_TRY(const auto session, Session::Create(BuiltinPackages(), options));
  OPDK_TRY(Graph graph, Parse(text));
  return session->Compile(std::move(graph));
}

class TensorDumps : public ::testing::TestWithParam<std::string> {};

TEST_P(TensorDumps, AreAsTheFileSays) {
  const DumpCase dump_case = ReadCase(GetParam());
  const DumpDirectory directory;
  std::string engine = "ai_cpu";
  std::vector<std::string> reports;
  std::map<std::string, std::vector<std::string>> expected;
  for (const CaseLine& line : dump_case.lines) {
    if (line.word == "engine") engine = line.text;
    if (line.word == "reports") reports.push_back(line.text);
    if (line.word == "in" && line.text == "nothing") expected[line.what];
    if (line.word == "in" && line.text != "nothing") expected[line.what].push_back(line.text);
  }
  auto compiled = Compiled(dump_case.graph, engine);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const auto dump = TensorDump::Attach(compiled->model, OptionsOf(dump_case, directory.path()));
  ASSERT_TRUE(dump.ok()) << dump.status().ToString();
  std::map<size_t, std::vector<float>> given;
  for (const CaseLine& line : dump_case.lines) RunLine(line, compiled->model, given);

  for (const auto& [run, lines] : expected) {
    const std::string place = (*dump)->directory() + "/" + run;
    std::vector<std::string> found;
    for (const auto& entry : IndexOf(place)) found.push_back(Rendered(entry, place));
    EXPECT_EQ(found, lines) << "run " << run;
  }
  const std::vector<std::string> said = (*dump)->TakeReports();
  ASSERT_EQ(said.size(), reports.size()) << fmt::format("{}", fmt::join(said, "\n"));
  for (size_t i = 0; i < said.size(); ++i) EXPECT_THAT(said[i], HasSubstr(reports[i]));
}

INSTANTIATE_TEST_SUITE_P(Files, TensorDumps, ::testing::ValuesIn(tests::CaseFiles("graph_core/debugging/cases")),
                         tests::CaseName);

constexpr const char* kSum = R"(graph sum {
  %x = Data {index: 0} : float[?]
  %y = Add(x1: %x, x2: %x)
  %z = Mul(x1: %y, x2: %x)
  %o = NetOutput(x: [%z])
})";

TEST(TensorDump, RunsOfSeveralThreadsHaveDirectoriesOfTheirOwn) {
  const DumpDirectory directory;
  auto compiled = Compiled(kSum, "ai_cpu");
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  TensorDumpOptions options;
  options.directory = directory.path();
  options.inputs = true;
  ASSERT_TRUE(TensorDump::Attach(compiled->model, options).ok());
  constexpr int kThreads = 4, kRuns = 8;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const std::vector<float> x(static_cast<size_t>(t) + 1, static_cast<float>(t));
      for (int run = 0; run < kRuns; ++run) {
        wrong += !compiled->model.Run(std::vector<ge::Tensor>{InputOf(compiled->model.inputs()[0], x)}).ok();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  std::map<size_t, int> lengths;
  for (int run = 0; run < kThreads * kRuns; ++run) {
    const std::string place = directory / fmt::format("sum/{}", run);
    const auto entries = IndexOf(place);
    ASSERT_EQ(entries.size(), 6U) << place;
    const auto value = [&](size_t entry) {
      const std::string data = tests::NpyData(place + "/" + entries[entry]["file"].get<std::string>());
      float first = -1;
      if (data.size() >= sizeof(first)) std::memcpy(&first, data.data(), sizeof(first));
      return std::pair(data.size() / sizeof(float), first);
    };
    // x, x, x + x, x + x, x, (x + x) * x: of one run all.
    const auto [length, x] = value(0);
    EXPECT_EQ(static_cast<float>(length), x + 1);
    EXPECT_EQ(value(2), std::pair(length, 2 * x));
    EXPECT_EQ(value(5), std::pair(length, 2 * x * x));
    ++lengths[length];
  }
  EXPECT_EQ(lengths, (std::map<size_t, int>{{1, kRuns}, {2, kRuns}, {3, kRuns}, {4, kRuns}}));
}

TEST(TensorDump, AnInputThatIsOverwrittenIsShownAsItWas) {
  tests::GraphBuilder b;
  const Endpoint x = b.Input("x", {2});
  const Endpoint sum = b.Op("TestAdd", "sum", {b.Op("TestBias", "first", {x}), x});
  Executable model = tests::MustLoad(b.Finish({b.Op("TestBias", "last", {sum})}));
  ASSERT_EQ(model.program().memory.in_place, 1);
  const DumpDirectory directory;
  TensorDumpOptions options;
  options.directory = directory.path();
  options.when = TensorDumpOptions::When::kOverflow;
  const auto dump = TensorDump::Attach(model, options);
  ASSERT_TRUE(dump.ok()) << dump.status().ToString();
  tests::MustRun(model, {tests::Floats({2}, {1, 2e38F})});
  const std::string place = (*dump)->directory() + "/0";
  std::vector<std::string> lines;
  for (const auto& entry : IndexOf(place)) lines.push_back(Rendered(entry, place));
  EXPECT_EQ(lines,
            (std::vector<std::string>{"sum TestAdd input0 float[2] = 1 2e+38", "sum TestAdd input1 float[2] = 1 2e+38",
                                      "sum TestAdd output0 float[2] = 2 inf"}));
}

TEST(TensorDump, ModelsOfOneNameHaveDirectoriesOfTheirOwn) {
  const DumpDirectory directory;
  TensorDumpOptions options;
  options.directory = directory.path();
  for (const char* expected : {"sum", "sum.1", "sum.2"}) {
    auto compiled = Compiled(kSum, "ai_cpu");
    ASSERT_TRUE(compiled.ok());
    const auto dump = TensorDump::Attach(compiled->model, options);
    ASSERT_TRUE(dump.ok());
    EXPECT_EQ((*dump)->directory(), "");
    ASSERT_TRUE(compiled->model.Run(std::vector<ge::Tensor>{InputOf(compiled->model.inputs()[0], {1})}).ok());
    EXPECT_EQ((*dump)->directory(), directory / expected);
  }
}

TEST(TensorDump, AMissingDirectoryIsAnError) {
  auto compiled = Compiled(kSum, "ai_cpu");
  ASSERT_TRUE(compiled.ok());
  const DumpDirectory directory;
  std::ofstream(directory / "file") << "text";
  for (const std::string& wrong : {directory / "missing", directory / "file"}) {
    TensorDumpOptions options;
    options.directory = wrong;
    const Status status = TensorDump::Attach(compiled->model, options).status();
    EXPECT_EQ(status.code(), ErrorCode::kFileNotFound);
    EXPECT_THAT(status.ToString(), HasSubstr(wrong));
  }
}

TEST(TensorDump, ADirectoryThatVanishesEndsTheRunWithAnError) {
  auto compiled = Compiled(kSum, "ai_cpu");
  ASSERT_TRUE(compiled.ok());
  TensorDumpOptions options;
  const std::vector<ge::Tensor> inputs = {InputOf(compiled->model.inputs()[0], {1})};
  {
    const DumpDirectory directory;
    options.directory = directory.path();
    ASSERT_TRUE(TensorDump::Attach(compiled->model, options).ok());
    ASSERT_TRUE(compiled->model.Run(inputs).ok());
  }
  const Status status = compiled->model.Run(inputs).status();
  EXPECT_EQ(status.code(), ErrorCode::kFileNotFound) << status.ToString();
  EXPECT_THAT(status.ToString(), HasSubstr(options.directory));
}

TEST(TensorDump, UnknownLayersAreNamed) {
  auto compiled = Compiled(kSum, "ai_cpu");
  ASSERT_TRUE(compiled.ok());
  const DumpDirectory directory;
  TensorDumpOptions options;
  options.directory = directory.path();
  options.layers = {"y", "why", "x"};
  const auto dump = TensorDump::Create(compiled->model, options);
  ASSERT_TRUE(dump.ok());
  EXPECT_EQ((*dump)->unknown_layers(), (std::vector<std::string>{"why", "x"}));
  EXPECT_EQ((*dump)->known_layers(), (std::vector<std::string>{"y", "z"}));
}

}  // namespace
}  // namespace opdk
