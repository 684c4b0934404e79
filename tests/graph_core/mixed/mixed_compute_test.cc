#include "graph_core/mixed/mixed_compute.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "graph_core/mixed/in_out_pairs.h"
#include "tests/graph_core/case_files.h"

namespace opdk {
namespace {

struct Case {
  std::string name;
  MixedGraph graph;
  MixedOptions options;
  std::vector<std::string> expected;  // lines
};

MixedValue ValueOf(const MixedGraph& graph, const std::string& text) {
  const size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const auto node =
      std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const MixedNode& each) { return each.name == name; });
  EXPECT_NE(node, graph.nodes.end()) << "no node " << name;
  return {static_cast<size_t>(node - graph.nodes.begin()),
          colon == std::string::npos ? 0 : std::stoi(text.substr(colon + 1))};
}

// Reads "a: Conv2D x ^before ~variable #gray #frame=loop #refused=reason": a node, its inputs ("^" control, "~" tied),
// flags.
void ReadNode(const std::string& line, MixedGraph& graph, std::vector<std::vector<std::string>>& inputs) {
  std::istringstream words(line);
  MixedNode node;
  words >> node.name >> node.type;
  node.name.pop_back();
  std::vector<std::string>& taken = inputs.emplace_back();
  for (std::string word; words >> word;) {
    const std::string value = word.find('=') == std::string::npos ? "" : word.substr(word.find('=') + 1);
    if (word[0] != '#') taken.push_back(word);
    if (word == "#constant") node.is_constant = true;
    if (word == "#variable") node.is_variable = true;
    if (word == "#border") node.is_border = true;
    if (word == "#gray") node.is_gray = true;
    if (word == "#stays") node.scope = MixedScope::kStays;
    if (word == "#down") node.scope = MixedScope::kGoesDown;
    if (word.starts_with("#frame=")) node.frame = value;
    if (word.starts_with("#refused=")) node.refusal = value;
  }
  graph.nodes.push_back(std::move(node));
}

void Connect(MixedGraph& graph, const std::vector<std::vector<std::string>>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    for (const std::string& input : inputs[i]) {
      if (input[0] == '^') {
        graph.nodes[i].controls.push_back(ValueOf(graph, input.substr(1)).node);
      } else {
        const bool tied = input[0] == '~';
        graph.nodes[i].inputs.push_back({ValueOf(graph, input.substr(tied ? 1 : 0)), tied});
      }
    }
  }
}

std::vector<Case> ReadCases() {
  std::vector<Case> cases;
  std::vector<std::vector<std::string>> inputs;
  std::vector<std::string> results;
  const auto finish = [&] {
    if (cases.empty()) return;
    Connect(cases.back().graph, inputs);
    for (const std::string& result : results) cases.back().graph.results.push_back(ValueOf(cases.back().graph, result));
    inputs.clear();
    results.clear();
  };
  std::istringstream lines(tests::ReadFile(std::string(OPDK_SOURCE_DIR) + "/tests/graph_core/mixed/mixed_compute.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '/') continue;
    if (line.starts_with("case ")) {
      finish();
      cases.emplace_back().name = line.substr(5);
    } else if (line == "mixed") {
      cases.back().options.mix_compile_mode = true;
    } else if (line == "flag False") {
      cases.back().options.in_out_pair_flag = false;
    } else if (line.starts_with("pair ")) {
      cases.back().options.in_out_pair = line.substr(5);
    } else if (line.starts_with("result ")) {
      std::istringstream words(line.substr(7));
      for (std::string word; words >> word;) results.push_back(word);
    } else if (line.starts_with("> ")) {
      cases.back().expected.push_back(line.substr(2));
    } else {
      ReadNode(line, cases.back().graph, inputs);
    }
  }
  finish();
  return cases;
}

std::string Names(const MixedGraph& graph, const char* title, const std::vector<size_t>& nodes) {
  std::string text = nodes.empty() ? "" : fmt::format("; {}", title);
  for (const size_t node : nodes) text += " " + graph.nodes[node].name;
  return text;
}

std::string Values(const MixedGraph& graph, const char* title, const std::vector<MixedValue>& values) {
  std::string text = values.empty() ? "" : fmt::format("; {}", title);
  for (const MixedValue& value : values) {
    text += " " + graph.nodes[value.node].name + (value.output == 0 ? "" : fmt::format(":{}", value.output));
  }
  return text;
}

std::string TextOf(const MixedGraph& graph, const Result<MixedPartition>& partition) {
  if (!partition.ok()) return partition.status().ToString() + "\n";
  std::string text;
  for (const MixedCluster& cluster : partition->clusters) {
    text += Names(graph, "cluster", cluster.nodes).substr(2) + Names(graph, "copies", cluster.copies) +
            Names(graph, "after", cluster.controls) + Values(graph, "takes", cluster.inputs) +
            Values(graph, "gives", cluster.outputs) + "\n";
  }
  std::vector<size_t> host;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (partition->cluster_of[i] == kOnHost) host.push_back(i);
  }
  if (!host.empty()) text += Names(graph, "host", host).substr(2) + "\n";
  return text + partition->report;
}

class MixedCase : public ::testing::TestWithParam<Case> {};

// Each expected line is one of the clusters, the host's, the report's or the error's.
TEST_P(MixedCase, Partitions) {
  const Case& given = GetParam();
  const std::string text = TextOf(given.graph, PartitionMixed(given.graph, given.options));
  EXPECT_FALSE(given.expected.empty());
  for (const std::string& line : given.expected) EXPECT_THAT("\n" + text, ::testing::HasSubstr("\n" + line + "\n"));
}

INSTANTIATE_TEST_SUITE_P(File, MixedCase, ::testing::ValuesIn(ReadCases()),
                         [](const auto& given) { return given.param.name; });

struct BrokenPair {
  const char* text;
  const char* message;
};

class InOutPairText : public ::testing::TestWithParam<BrokenPair> {};

TEST_P(InOutPairText, ThatIsBrokenIsRefusedWithItsPosition) {
  const Status status = ParseInOutPairs(GetParam().text).status();
  EXPECT_EQ(status.code(), ErrorCode::kUsage);
  EXPECT_EQ(status.message(), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, InOutPairText,
    ::testing::Values(
        BrokenPair{"a", "in_out_pair, character 1: found 'a', expected '[' of the list of pairs"},
        BrokenPair{"[]",
                   "in_out_pair, character 3: found the end, expected a pair [[in names], [out names]] in the list"},
        BrokenPair{"[[['a'],['b']]",
                   "in_out_pair, character 15: found the end, expected ',' or ']' in the list of pairs"},
        BrokenPair{"[[['a']]]",
                   "in_out_pair, character 9: found ']', expected a name in both lists of the pair that ends here"},
        BrokenPair{"[[['a'],['b'],['c']]]", "in_out_pair, character 15: found '[', expected ']': a pair has two lists"},
        BrokenPair{"[[['a',],['b']]]", "in_out_pair, character 8: found ']', expected a name"},
        BrokenPair{"[[['a'],['b']]] x",
                   "in_out_pair, character 17: found 'x', expected nothing more, as the list of pairs has ended"},
        BrokenPair{"[['a','b']]", "in_out_pair, character 3: found ''', expected '[' of a list of names"}));

TEST(InOutPairText, IsReadAsPythonWritesIt) {
  const auto pairs = ParseInOutPairs(R"( [[['import/a', "b"], ['c:0']], [[d],[ e ]]] )");
  ASSERT_TRUE(pairs.ok()) << pairs.status().ToString();
  ASSERT_EQ(pairs->size(), 2u);
  EXPECT_EQ((*pairs)[0].in, (std::vector<std::string>{"import/a", "b"}));
  EXPECT_EQ((*pairs)[0].out, (std::vector<std::string>{"c:0"}));
  EXPECT_EQ((*pairs)[1].in, std::vector<std::string>{"d"});
  EXPECT_EQ((*pairs)[1].out, std::vector<std::string>{"e"});
}

MixedGraph RandomMixedGraph(uint32_t seed) {
  std::mt19937 random(seed);
  MixedGraph graph;
  for (size_t i = 0; i < 60; ++i) {
    MixedNode node{.name = fmt::format("n{}", i),
                   .type = random() % 5 == 0 ? "Identity" : "Op",
                   .inputs = {},
                   .controls = {},
                   .refusal = random() % 4 == 0 ? "refused" : "",
                   .frame = ""};
    node.is_constant = random() % 6 == 0;
    node.is_border = i < 3;
    for (size_t k = i == 0 ? 0 : random() % 3; k > 0 && !node.is_constant; --k) {
      node.inputs.push_back({{random() % i, static_cast<int>(random() % 2)}, random() % 12 == 0});
    }
    if (i > 0 && random() % 8 == 0) node.controls.push_back(random() % i);
    graph.nodes.push_back(std::move(node));
  }
  // A loop: its first node needs its last.
  const size_t begin = 10 + random() % 30;
  for (size_t i = begin; i < begin + 5; ++i) {
    graph.nodes[i].is_constant = false;
    graph.nodes[i].frame = "loop";
    if (i > begin) graph.nodes[i].inputs.push_back({{i - 1, 0}, false});
  }
  for (size_t i = begin + 5; i < graph.nodes.size(); ++i) {
    if (random() % 4 == 0) graph.results.push_back({i, 0});
  }
  graph.nodes[begin].inputs.push_back({{begin + 4, 0}, false});
  return graph;
}

MixedOptions Mixed() {
  MixedOptions options;
  options.mix_compile_mode = true;
  return options;
}

class RandomMixedGraphs : public ::testing::TestWithParam<uint32_t> {};

// Runs the partition as a framework would: each step once all that it takes is there. A cycle would stop it.
TEST_P(RandomMixedGraphs, HaveClustersThatRunOneAfterTheOtherAndGiveAllThatIsTaken) {
  const MixedGraph graph = RandomMixedGraph(GetParam());
  const auto partition = PartitionMixed(graph, Mixed());
  ASSERT_TRUE(partition.ok()) << partition.status().ToString();
  const auto step_of = [&](size_t node) {
    const int cluster = partition->cluster_of[node];
    if (cluster >= 0) return fmt::format("cluster {}", cluster);
    return graph.nodes[node].frame.empty() ? graph.nodes[node].name : "loop on the host";
  };
  std::map<std::string, std::vector<std::string>> needs;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (partition->cluster_of[i] != kOnHost) continue;
    std::vector<std::string>& before = needs[step_of(i)];
    for (const MixedInput& input : graph.nodes[i].inputs) {
      const int cluster = partition->cluster_of[input.value.node];
      ASSERT_NE(cluster, kInCopiesOnly) << "the host misses " << graph.nodes[input.value.node].name;
      before.push_back(step_of(input.value.node));
      if (cluster < 0) continue;
      const auto& gives = partition->clusters[static_cast<size_t>(cluster)].outputs;
      EXPECT_NE(std::find(gives.begin(), gives.end(), input.value), gives.end());
    }
    for (const size_t control : graph.nodes[i].controls) before.push_back(step_of(control));
    std::erase(before, step_of(i));
  }
  for (size_t c = 0; c < partition->clusters.size(); ++c) {
    const MixedCluster& cluster = partition->clusters[c];
    std::vector<std::string>& before = needs[fmt::format("cluster {}", c)];
    for (const size_t node : cluster.nodes) {
      EXPECT_TRUE(graph.nodes[node].refusal.empty() && !graph.nodes[node].is_border);
      EXPECT_EQ(partition->cluster_of[node], static_cast<int>(c));
      for (const MixedInput& input : graph.nodes[node].inputs) {
        const size_t from = input.value.node;
        const bool own = partition->cluster_of[from] == static_cast<int>(c) ||
                         std::find(cluster.copies.begin(), cluster.copies.end(), from) != cluster.copies.end();
        const bool taken = std::find(cluster.inputs.begin(), cluster.inputs.end(), input.value) != cluster.inputs.end();
        EXPECT_NE(own, taken) << graph.nodes[node].name << " takes " << graph.nodes[from].name;
        EXPECT_TRUE(!input.tied || own);
      }
    }
    for (const MixedValue& value : cluster.inputs) {
      EXPECT_LT(partition->cluster_of[value.node], static_cast<int>(c)) << "clusters are in the order they run in";
      before.push_back(step_of(value.node));
    }
    for (const size_t control : cluster.controls) before.push_back(step_of(control));
  }
  const size_t steps = needs.size();
  std::set<std::string> done;
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& [step, before] : needs) {
      const bool ready =
          std::all_of(before.begin(), before.end(), [&](const auto& each) { return done.contains(each); });
      if (ready && done.insert(step).second) moved = true;
    }
  }
  EXPECT_EQ(done.size(), steps) << "clusters wait for each other\n" << partition->report;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMixedGraphs, ::testing::Range(1u, 201u));

}  // namespace
}  // namespace opdk
