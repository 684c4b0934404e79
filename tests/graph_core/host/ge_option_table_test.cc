// Every option key: the table has the keys of the reference and no others. Also tested: the effect of each key at each
// level, and the page made of the table.
#include "graph_core/host/ge_option_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/utsname.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "graph_core/host/ge_options.h"

namespace opdk {
namespace {

constexpr OptionLevel kLevels[] = {OptionLevel::kGlobal, OptionLevel::kSession, OptionLevel::kGraph};

std::string TextOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool HasLevel(const OptionKey& key, OptionLevel level) { return (key.levels & static_cast<int>(level)) != 0; }

std::string FirstOf(std::string_view values) { return std::string(values.substr(0, values.find('|'))); }

// Returns a value of the option that changes nothing.
std::string DefaultOf(const OptionKey& key) {
  static const std::map<std::string_view, std::string> kDefaults = {
      {"ge.oo.level", "O3"},
      {"ge.disableOptimizations", ""},
      {"ge.optimizationSwitch", ""},
      {"ge.fusionSwitchFile", ""},
      {"ge.exec.exclude_engines", ""},
      {"ge.inputShape", ""},
      {"ge.dynamicBatchSize", ""},
      {"ge.dynamicImageSize", ""},
      {"ge.dynamicDims", ""},
      {"ge.exec.precision_mode", "must_keep_origin_dtype"},
      {"ge.exec.precision_mode_v2", "origin"},
      {"ge.exec.modify_mixlist", ""},
      {"ge.exec.op_precision_mode", ""},
      {"ge.customizeDtypes", ""},
      {"ge.autoMultistreamParallelMode", "cv"},
      {"ge.exec.dumpMode", "output"},
      {"ge.exec.dumpData", "tensor"},
      {"ge.exec.dumpDebugMode", "all"},
      {"ge.exec.profilingOptions", ""}};
  if (key.meaning == OptionMeaning::kRefused) return FirstOf(key.harmless);
  if (const auto known = kDefaults.find(key.name); known != kDefaults.end()) return known->second;
  if (key.name == "ge.host_env_cpu") {
    utsname system = {};
    uname(&system);
    return system.machine;
  }
  return "0";
}

std::string ErrorOf(const std::string& name, const std::string& value, OptionLevel level = OptionLevel::kGlobal) {
  const Status status = CheckOptions({{name, value}}, level);
  return status.ok() ? "" : status.ToString();
}

TEST(OptionTable, HasTheKeysOfTheReferenceAndNoOthers) {
  std::set<std::string> expected;
  std::ifstream file(OPDK_SOURCE_DIR "/tests/graph_core/host/option_keys.txt");
  for (std::string line; std::getline(file, line);) expected.insert(line);
  ASSERT_GT(expected.size(), 200U);
  std::set<std::string> keys, all;
  for (const OptionKey& key : OptionKeys()) {
    EXPECT_TRUE(all.insert(std::string(key.name)).second) << key.name << " stands twice";
    if (!key.name.starts_with("opdk.")) keys.insert(std::string(key.name));
  }
  EXPECT_EQ(keys, expected);
}

TEST(OptionTable, EachEntryHasTheFieldsOfItsMeaning) {
  for (const OptionKey& key : OptionKeys()) {
    EXPECT_NE(key.levels, 0) << key.name;
    EXPECT_FALSE(key.about.empty()) << key.name;
    EXPECT_EQ(key.read != nullptr, key.meaning == OptionMeaning::kRead) << key.name;
    EXPECT_EQ(key.instead.empty(), key.meaning != OptionMeaning::kRefused) << key.name;
  }
}

TEST(OptionTable, EachKeyTakesADefaultAtItsLevelsAndNamesThemAtOthers) {
  for (const OptionKey& key : OptionKeys()) {
    const std::string name(key.name);
    for (const OptionLevel level : kLevels) {
      const std::string error = ErrorOf(name, DefaultOf(key), level);
      if (HasLevel(key, level)) {
        EXPECT_EQ(error, "") << name;
      } else {
        EXPECT_NE(error.find("E1001"), std::string::npos) << name;
        EXPECT_NE(error.find("give it to " + CallsOf(key.levels)), std::string::npos) << error;
      }
    }
  }
}

TEST(OptionTable, StreamsAreLimitedByGesOptionsAndByOpdks) {
  const auto streams_of = [](const OptionMap& options) {
    auto read = ReadOptions(options, {});
    EXPECT_TRUE(read.ok()) << read.status().ToString();
    return read.ok() ? read->session.streams : -1;
  };
  EXPECT_EQ(streams_of({}), 0);
  EXPECT_EQ(streams_of({{"opdk.streams", "3"}}), 3);
  EXPECT_EQ(streams_of({{"ge.autoMultistreamParallelMode", "cv"}}), 2);
  EXPECT_EQ(streams_of({{"ge.autoMultistreamParallelMode", "LoadBalance:7"}}), 7);
  EXPECT_EQ(streams_of({{"ge.autoMultistreamParallelMode", "MainStream:64"}}), 64);
  for (const char* wrong :
       {"", "cv:2", "LoadBalance", "LoadBalance:", "LoadBalance:0", "MainStream:65", "MainStream:-1"}) {
    EXPECT_NE(ErrorOf("ge.autoMultistreamParallelMode", wrong).find("LoadBalance:N"), std::string::npos) << wrong;
  }
  const auto both = ReadOptions({{"ge.autoMultistreamParallelMode", "cv"}}, {}, {{"ge.enableSingleStream", "true"}});
  EXPECT_NE(both.status().ToString().find("exclude each other"), std::string::npos) << both.status().ToString();
  EXPECT_NE(ErrorOf("opdk.streams", "many").find("a number of streams"), std::string::npos);
}

TEST(OptionTable, EveryRefusedKeyTakesHarmlessValuesAndGivesTheReasonForOthers) {
  for (const OptionKey& key : OptionKeys()) {
    if (key.meaning != OptionMeaning::kRefused) continue;
    const OptionLevel level = HasLevel(key, OptionLevel::kSession) ? OptionLevel::kSession : OptionLevel::kGraph;
    EXPECT_EQ(ErrorOf(std::string(key.name), "", level), "");
    const std::string error = ErrorOf(std::string(key.name), "something", level);
    for (const std::string_view part : {std::string_view("E1001"), key.name, key.about, key.instead}) {
      EXPECT_NE(error.find(part), std::string::npos) << part << " isn't in\n" << error;
    }
  }
}

TEST(OptionTable, TheTwoNamesOfThePrecisionModeExcludeEachOther) {
  const auto both = ReadOptions({{"ge.exec.precision_mode", "force_fp16"}, {"ge.exec.precision_mode_v2", "origin"}});
  EXPECT_EQ(both.status().code(), ErrorCode::kUsage);
  EXPECT_NE(both.status().ToString().find("exclude each other"), std::string::npos) << both.status().ToString();
}

TEST(OptionTable, MessageOfARefusedKey) {
  EXPECT_EQ(ErrorOf("ge.outputDatatype", "FP16"),
            "error E1001: 'FP16' asks for a feature that opdk lacks: operators and outputs keep the data types of the "
            "graph\n  at: option 'ge.outputDatatype'\n"
            "  help: leave the option out; put Cast nodes where another type is wanted");
}

TEST(OptionTable, MessageOfAValueThatARefusedKeyDoesNotTake) {
  const std::string begin =
      " asks for a feature that opdk lacks: each operator has one implementation, as precise as its types\n"
      "  at: option 'ge.opSelectImplmode'\n  help: ";
  const std::string end =
      "eave the option out, or give high_precision, high_performance, high_precision_for_all, "
      "high_performance_for_all; ge.exec.precision_mode_v2 chooses the types that operators compute in";
  EXPECT_EQ(ErrorOf("ge.opSelectImplmode", "fast"), "error E1001: 'fast'" + begin + "l" + end);
  EXPECT_EQ(ErrorOf("ge.opSelectImplmode", "high_performanc"),
            "error E1001: 'high_performanc'" + begin + "did you mean high_performance? Else l" + end);
}

TEST(OptionTable, MessageOfAKeyWithoutEffect) {
  auto options = ReadOptions({{"ge.exec.rankId", "0"}, {"opdk.threads", "2"}}, {{"ge.session_device_id", "1"}});
  ASSERT_TRUE(options.ok()) << options.status().ToString();
  EXPECT_EQ(options->warnings,
            (std::vector<std::string>{
                "option 'ge.session_device_id' has no effect on a CPU: the graph runs in this process, not on a device",
                "option 'ge.exec.rankId' has no effect on a CPU: one process runs the graph: there are no ranks and no "
                "collectives"}));
  EXPECT_EQ(options->session.threads, 2);
}

TEST(OptionTable, MessageOfAnUnknownKey) {
  EXPECT_EQ(ErrorOf("ge.exec.precisionmode", "x"),
            "error E1001: there is no option 'ge.exec.precisionmode'\n  help: did you mean 'ge.exec.precision_mode', "
            "'ge.exec.op_precision_mode', 'ge.exec.precision_mode_v2'?");
  EXPECT_NE(ErrorOf("colour", "blue").find("options.md"), std::string::npos);
}

TEST(OptionTable, MessageOfAnotherLevelsKey) {
  EXPECT_EQ(ErrorOf("ge.graphRunMode", "0", OptionLevel::kGraph),
            "error E1001: option 'ge.graphRunMode' is no option of AddGraph\n"
            "  help: give it to GEInitialize or the constructor of ge::Session");
}

TEST(OptionTable, EachLevelIsReadAsItself) {
  EXPECT_TRUE(ReadOptions({{"opdk.use_builtin", "0"}}, {{"ge.session_device_id", "0"}}, {{"ge.graph_key", "a"}}).ok());
  EXPECT_FALSE(ReadOptions({{"ge.graph_key", "a"}}).ok());
  EXPECT_FALSE(ReadOptions({}, {}, {{"opdk.use_builtin", "0"}}).ok());
}

using Passes = std::vector<std::string>;

Passes DisabledBy(const OptionMap& global, const OptionMap& graph = {}) {
  auto options = ReadOptions(global, {}, graph);
  EXPECT_TRUE(options.ok());
  return options.ok() ? options->session.disabled_passes : Passes{"?"};
}

TEST(OptionPasses, AnOptionOfOnePassWinsOverAnOptionOfAllPasses) {
  EXPECT_EQ(DisabledBy({{"ge.oo.level", "O3"}}), Passes{});
  EXPECT_EQ(DisabledBy({{"ge.oo.level", "O1"}, {"ge.oo.deadCodeElimination", "1"}}),
            (Passes{"eliminate_common_subexpressions", "share_equal_nodes", "fuse_cube_epilogue", "fuse_vector",
                    "package_passes_before_inference", "package_passes_after_inference",
                    "package_passes_after_builtin_fusion", "package_passes_after_optimization"}));
  EXPECT_EQ(DisabledBy({{"ge.disableOptimizations", "fuse_vector,fold_constants"},
                        {"ge.optimizationSwitch", "fuse_vector:on;fuse_cube_epilogue:off"}}),
            (Passes{"fold_constants", "fuse_cube_epilogue"}));
  EXPECT_EQ(DisabledBy({{"ge.oo.constantFolding", "0"}}, {{"ge.oo.constantFolding", "1"}}), Passes{});
}

TEST(OptionPasses, OptionsNameOnlyPassesThatMayBeLeftOut) {
  auto options = ReadOptions({{"opdk.plugin_dirs", OPDK_EXECUTION_OPERATORS_DIR},
                              {"opdk.use_environment", "0"},
                              {"opdk.use_builtin", "0"},
                              {"ge.oo.level", "O1"},
                              {"ge.oo.constantFolding", "0"}});
  ASSERT_TRUE(options.ok());
  auto packages = PackageRegistry::Load(options->registry);
  ASSERT_TRUE(packages.ok()) << packages.status().ToString();
  auto session = Session::Create(*packages, options->session);
  EXPECT_TRUE(session.ok()) << session.status().ToString();
}

// Quotes the values: "`0`, `off`".
std::string Quoted(std::string_view values) {
  std::string text;
  while (!values.empty()) {
    const std::string value = FirstOf(values);
    text += fmt::format("{}`{}`", text.empty() ? "" : ", ", value);
    values.remove_prefix(std::min(value.size() + 1, values.size()));
  }
  return text;
}

std::string LevelsOf(const OptionKey& key) {
  std::string text;
  for (size_t i = 0; i < std::size(kLevels); ++i) {
    if (HasLevel(key, kLevels[i])) text += "GSg"[i];
  }
  return text;
}

std::string Rows(OptionMeaning meaning) {
  std::string rows;
  for (const OptionKey& key : OptionKeys()) {
    if (key.meaning != meaning) continue;
    rows += fmt::format("| `{}` | {} | {} |", key.name, LevelsOf(key), key.about);
    if (meaning == OptionMeaning::kRefused) rows += fmt::format(" {} | {} |", key.instead, Quoted(key.harmless));
    rows += "\n";
  }
  return rows;
}

std::string OptionsAsMarkdown() {
  return "# Options of the session API\n\n"
         "What `GEInitialize`, the constructor of `ge::Session` and `AddGraph` take: the keys of GE and opdk's own.\n"
         "Levels: G global (`GEInitialize`), S session, g graph (`AddGraph`). Given at several levels, the graph's\n"
         "value wins over the session's, and that over the global one. A key that isn't here, one at a level that it\n"
         "hasn't, and a value that is none are refused (E1001).\n\n"
         "## Those that do what they say\n\n| key | levels | value and effect |\n|---|---|---|\n" +
         Rows(OptionMeaning::kRead) +
         "\n## Those that mean nothing on a CPU\n\nThey are accepted with a warning (`GEGetWarningMsg`).\n\n"
         "| key | levels | why |\n|---|---|---|\n" +
         Rows(OptionMeaning::kNoEffect) +
         "\n## Those that aren't there\n\nThey would change results or files, and are refused (E1001) but for an "
         "empty\n"
         "value or one that asks for what happens anyway.\n\n"
         "| key | levels | why | instead | values taken |\n|---|---|---|---|---|\n" +
         Rows(OptionMeaning::kRefused);
}

TEST(OptionTable, PageOfTheDocumentationIsUpToDate) {
  const std::string made = std::filesystem::temp_directory_path() / "opdk_options.md";
  const std::string page = OptionsAsMarkdown();
  if (TextOf(OPDK_SOURCE_DIR "/sdk/docs/options.md") == page) return;
  std::ofstream(made, std::ios::binary) << page;
  ADD_FAILURE() << "the table says something else: cp " << made << " sdk/docs/options.md";
}

}  // namespace
}  // namespace opdk
