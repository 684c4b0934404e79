// `opdk bench` as a user runs it. Only ratios are looked at: the machine may be any, and busy.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// Paths, quoted for a shell.
const std::string kFast = "'" OPDK_BINARY_DIR "/test_packages/bench_1/libbench_operators_1.so'";
const std::string kSlow = "'" OPDK_BINARY_DIR "/test_packages/bench_3/libbench_operators_3.so'";
const std::string kQuick = " --time-only --threads 1 --time 0.02 --rounds 3 ";

class BenchCommand : public Command {
 protected:
  Outcome Bench(const std::string& arguments) { return Run("bench " + arguments); }
  json Measure(const std::string& arguments) {
    const Outcome outcome = Bench(arguments + " --format json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return json::parse(outcome.out, nullptr, false);
  }
};

TEST_F(BenchCommand, SlowerBuildFailsAndIsNamedAndTheUntouchedOperatorIsNot) {
  const Outcome outcome = Bench("Steady Untouched --shape 1000 --plugins " + kSlow + " --against " + kFast);
  EXPECT_EQ(outcome.code, 2) << "--shape belongs to one operator";
  const Outcome slower =
      Bench("--plugins " + kSlow + " --case 'Steady: [{name: s, inputs: {x: {shape: [300], random: uniform}}}]'" +
            " --case 'Untouched: [{name: u, inputs: {x: {shape: [300], random: uniform}}}]' --threads 1 --time 0.2" +
            " --rounds 8 --threshold 30 --engine ai_cpu --against " + kFast);
  EXPECT_EQ(slower.code, 8) << slower.out << slower.err;
  EXPECT_THAT(slower.out, testing::ContainsRegex("SLOWER Steady/s/float/ai_cpu/1 thread: [0-9.]+ times"));
  EXPECT_THAT(slower.out, Not(HasSubstr("SLOWER Untouched")));
  EXPECT_THAT(slower.err, HasSubstr("E8001"));
}

TEST_F(BenchCommand, FasterBuildIsShownAndDoesNotFail) {
  const Outcome faster =
      Bench("Steady --shape 300 --plugins " + kFast + " --threads 1 --time 0.1 --rounds 5 --against " + kSlow);
  EXPECT_EQ(faster.code, 0) << faster.err;
  EXPECT_THAT(faster.out, HasSubstr("1 faster, 0 the same, 0 unsure, 0 slower"));
}

TEST_F(BenchCommand, BuildAgainstItselfDoesNotFail) {
  const Outcome same =
      Bench("Steady --shape 300 --plugins " + kFast + " --threads 1 --time 0.2 --rounds 8 --against " + kFast);
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  EXPECT_THAT(same.out, HasSubstr("0 slower"));
}

TEST_F(BenchCommand, LibraryWithoutTheOperatorIsNoBuildOfThePackage) {
  const Outcome outcome =
      Bench("Add --shape 8,8" + kQuick + "--engine ai_cpu --plugins " + kFast + " --against " + kFast);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("E1004"));
  EXPECT_THAT(outcome.err, HasSubstr("doesn't provide Add"));
}

TEST_F(BenchCommand, SavedMeasurementIsComparedAndASlowerOneFails) {
  const std::string row = "Steady --shape 300" + kQuick + "--plugins ";
  EXPECT_EQ(Bench(row + kFast + " --save " + Path("fast.json")).code, 0);
  const Outcome slower = Bench(row + kSlow + " --threshold 30 --against " + Path("fast.json"));
  EXPECT_EQ(slower.code, 8) << slower.out;
  EXPECT_THAT(slower.out, HasSubstr("SLOWER Steady/300/float/ai_cpu/1 thread"));
  // Results of another machine give a warning, and no failure unless it is asked for.
  json other = json::parse(ReadFile(Path("fast.json")));
  other["machine"]["cpu"] = "another CPU";
  Write("other.json", other.dump());
  const Outcome warned = Bench(row + kSlow + " --threshold 30 --against " + Path("other.json"));
  EXPECT_EQ(warned.code, 0);
  EXPECT_THAT(warned.err, HasSubstr("measured on another machine (another CPU"));
  EXPECT_THAT(warned.out, HasSubstr("SLOWER"));
  EXPECT_EQ(Bench(row + kSlow + " --threshold 30 --gate --against " + Path("other.json")).code, 8);
}

TEST_F(BenchCommand, UnusableBaselineIsRefusedBeforeAnythingIsTimed) {
  const std::string row = "Steady --shape 300" + kQuick + "--plugins " + kFast + " --against ";
  const Outcome missing = Bench(row + Path("missing.json"));
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("E1002"));
  for (const char* text : {"{\"opdk_bench\": 1, \"rows\": [", "{}", "[]", "{\"opdk_bench\": 2}",
                           "{\"opdk_bench\": 1, \"opdk\": \"\", \"command\": \"\", \"machine\": {\"cpu\": \"\", "
                           "\"features\": [], \"cpus\": 1}, \"rows\": [{\"id\": \"x\"}]}"}) {
    Write("broken.json", text);
    const Outcome broken = Bench(row + Path("broken.json"));
    EXPECT_EQ(broken.code, 2) << text;
    EXPECT_THAT(broken.err, HasSubstr("E1005")) << text;
    EXPECT_THAT(broken.err, HasSubstr("broken.json"));
    EXPECT_EQ(broken.out, "");
  }
}

TEST_F(BenchCommand, BaselineOfAnotherOperatorIsRefused) {
  EXPECT_EQ(Bench("Untouched --shape 30" + kQuick + "--plugins " + kFast + " --save " + Path("other.json")).code, 0);
  const Outcome outcome =
      Bench("Steady --shape 30" + kQuick + "--plugins " + kFast + " --against " + Path("other.json"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("E1004"));
  EXPECT_THAT(outcome.err, HasSubstr("Untouched"));
}

TEST_F(BenchCommand, WrongInputIsNamedWithTheNextStep) {
  struct Case {
    const char* arguments;
    int code;
    const char* says;
  };
  const Case cases[] = {
      {"Stead", 3, "did you mean Steady?"},
      {"Steady --shape 3y4", 2, "'3y4' is no shape"},
      {"Steady --shape 3x", 2, "is no shape"},
      {"Steady --shape 0x4", 2, "is no shape"},
      {"Steady --shape 4,4", 2, "--shape gives 2 shapes, Steady has 1 inputs"},
      {"MatMul --shape 4x5,6x7", 3, "can't be multiplied"},
      {"Steady --dtype flot", 2, "no such data type"},
      {"Steady --dtype float16", 3, "it takes float, int32"},
      {"SoftmaxV2 --attr axs=1", 3, "did you mean axes?"},
      {"Steady --engine ai_core --shape 8", 3, "E2008"},
      {"Steady --threads 0", 2, "--threads"},
      {"Steady --threshold -1", 2, "--threshold"},
      {"Stead --case 'Steady: [{name: a, inputs: {x: {data: [1]}}}]'", 4, "named Stead; did you mean Steady?"},
      {"-k nothing --case 'Steady: [{name: a, inputs: {x: {data: [1]}}}]'", 4, "no case fits"},
  };
  for (const Case& each : cases) {
    const Outcome outcome = Bench(each.arguments + kQuick + "--plugins " + kFast);
    EXPECT_EQ(outcome.code, each.code) << each.arguments << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(each.says)) << each.arguments;
  }
  const Outcome nowhere = Run("bench --package " + Path(""));
  EXPECT_EQ(nowhere.code, 2);
}

TEST_F(BenchCommand, CrashAndHangAreOneLineEachAndTheRestIsTimed) {
  const std::string package = "'" OPDK_BINARY_DIR "/test_packages/misbehaving'";
  const std::string cases = fmt::format(
      "--case 'Misbehave: [{{name: a, inputs: {{x: {{data: [1]}}}}, attrs: {{how: crash}}}}, "
      "{{name: b, inputs: {{x: {{data: [1]}}}}, attrs: {{how: {}}}}}, {{name: c, inputs: {{x: {{data: [1]}}}}}}]' ",
      "hang");
  const Outcome outcome = Bench(cases + "--engine ai_cpu --timeout 1" + kQuick + "--plugins " + package);
  EXPECT_EQ(outcome.code, 7);
  EXPECT_THAT(outcome.out, HasSubstr("FAILED Misbehave/a/float/ai_cpu/1 thread: E6003 crashed with SIGSEGV"));
  EXPECT_THAT(outcome.out, HasSubstr("misbehaving::WriteNowhere(float*)"));
  EXPECT_THAT(outcome.out, HasSubstr("FAILED Misbehave/b/float/ai_cpu/1 thread: E6004 took longer than 1 s"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\nc +float +ai_cpu +1 +[0-9.]+ [nu]s"));
}

TEST_F(BenchCommand, RowsOfEachEngineDtypeAndThreadCountHaveTheirFigures) {
  const json results = Measure(
      "Add --shape 64x128,64x128 --dtype float,float16 --threads 1,2 --time-only --time 0.01 "
      "--rounds 1 --plugins " +
      kFast);
  std::set<std::string> ids;
  for (const json& row : results.at("rows")) {
    ids.insert(row.at("id"));
    const size_t element = row.at("dtype") == "float" ? 4 : 2;
    EXPECT_EQ(row.at("bytes_read"), 2 * 64 * 128 * element);
    EXPECT_EQ(row.at("bytes_written"), 64 * 128 * element);
    EXPECT_EQ(row.at("float_ops"), 64 * 128);
    EXPECT_LE(row.at("min"), row.at("median"));
    EXPECT_GT(row.at("gigabytes_per_second"), 0);
  }
  EXPECT_EQ(ids.size(), 8U) << results.dump(1);
  EXPECT_EQ(ids.count("Add/64x128,64x128/float16/ai_core/2 threads"), 1U);
}

TEST_F(BenchCommand, WithoutShapesThereIsASmallAMediumAndALargeUse) {
  const Outcome listed = Bench("SoftmaxV2 MatMul --list --engine ai_core --plugins " + kFast);
  EXPECT_EQ(listed.out,
            "SoftmaxV2/small 64x128/float/ai_core\nSoftmaxV2/medium 512x1024/float/ai_core\n"
            "SoftmaxV2/large 4096x2048/float/ai_core\nMatMul/small 64x96,96x128/float/ai_core\n"
            "MatMul/medium 256x384,384x512/float/ai_core\nMatMul/large 1024x1536,1536x2048/float/ai_core\n");
}

}  // namespace
}  // namespace opdk::cli
