// The files that `opdk new` and `opdk add` generate build without a warning, and pass their own cases untouched. Every
// kind is tried on every set of engines, with plugins for all frameworks and without any. One build holds all of it.
#include <gmock/gmock.h>
#include <onnx/onnx_pb.h>

#include <algorithm>

#include "sdk/tools/verify/golden/python_golden.h"
#include "tests/sdk/tools/cli/command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Combination {
  const char* package;
  const char* engines;
  const char* frameworks;
  const char* suffix;  // of the operators' names: all packages are loaded together
};
constexpr Combination kCombinations[] = {
    {"core", "--engines ai_core", "", "Core"},
    {"cpu", "--engines ai_cpu", "--frameworks onnx", "Cpu"},
    {"both", "--engines ai_core,ai_cpu", "--frameworks onnx,tensorflow,caffe", "Both"},
};
constexpr const char* kTemplateKinds[] = {"elementwise", "broadcast",     "reduction",
                                          "matmul",      "data_movement", "multi_output"};

class Templates : public Command {
 protected:
  // Works in a folder that stays: a compiler cache recognises sources that it has compiled there.
  void SetUp() override {
    Command::SetUp();
    fs::remove_all(all_);
    fs::create_directories(all_);
  }
  Outcome Shell(const std::string& command) {
    const int status = std::system(fmt::format("{} >'{}' 2>&1", command, Path("log")).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadFile(Path("log")), ""};
  }
  // Packages side by side in one CMake project.
  Outcome BuildTogether(const std::vector<std::string>& packages) {
    std::ofstream list(all_ / "CMakeLists.txt");
    list
        << "cmake_minimum_required(VERSION 3.25)\nproject(all LANGUAGES CXX)\nadd_compile_options(-Werror)\n"
           "function(precompile_headers directory)\n"
           "  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)\n"
           "  foreach(target IN LISTS targets)\n"
           "    get_target_property(type ${target} TYPE)\n"
           "    get_property(precompiled GLOBAL PROPERTY precompiled)\n"
           "    set_target_properties(${target} PROPERTIES DEFINE_SYMBOL precompiled)\n"  // the same headers for all
           "    if(type STREQUAL SHARED_LIBRARY AND precompiled)\n"
           "      target_precompile_headers(${target} REUSE_FROM ${precompiled})\n"
           "    elseif(type STREQUAL SHARED_LIBRARY)\n"
           "      target_precompile_headers(${target} PRIVATE <Eigen/Core> <vector> <string> <cpu_kernel.h>\n"
           "        <cpu_kernel_utils.h> <graph/operator_reg.h> <register/register.h> <tbe/dsl.h> <tbe/op_compute.h>)\n"
           "      set_property(GLOBAL PROPERTY precompiled ${target})\n"
           "    endif()\n"
           "  endforeach()\n"
           "endfunction()\n";
    // The last package is built as an author's is: optimised, which is when compilers warn most, and each source by
    // itself. The other packages hold the same sources under other names. Most of their build time would go to the same
    // headers again.
    for (const std::string& package : packages) {
      const bool as_authors_do = package == packages.back();
      list << (as_authors_do ? "unset(CMAKE_CXX_FLAGS_RELEASE)\n" : "set(CMAKE_CXX_FLAGS_RELEASE -O0)\n");
      list << "add_subdirectory(" << package << ")\n";
      if (!as_authors_do) list << "precompile_headers(" << package << ")\n";
    }
    list.close();
    const bool ccache = std::system("command -v ccache >/dev/null") == 0;
    return Shell(
        fmt::format("cmake -S '{0}' -B '{0}/build' -G Ninja -Dopdk_DIR='{1}/cmake/opdk' {2} && cmake --build "
                    "'{0}/build'",
                    all_.string(), OPDK_BINARY_DIR, ccache ? "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache" : ""));
  }
  void Generate(const std::string& command) {
    const Outcome made = Run(command);
    ASSERT_EQ(made.code, 0) << command << "\n" << made.err;
    EXPECT_EQ(made.err, "") << "a template has nothing that only the author can write";
  }
  // Makes an ONNX model of one node, an operator of the package "both" over x: [2, 3]. Bools are integers in ONNX.
  std::string ModelOf(const std::string& op, const std::vector<std::pair<std::string, int64_t>>& attrs, int outputs) {
    onnx::ModelProto model;
    model.set_ir_version(8);
    const auto import = [&](const char* domain, int version) {
      auto* opset = model.add_opset_import();
      opset->set_domain(domain);
      opset->set_version(version);
    };
    import("", 17);
    import("all_both", 1);
    onnx::GraphProto& graph = *model.mutable_graph();
    graph.set_name("one");
    onnx::NodeProto& node = *graph.add_node();
    node.set_op_type(op);
    node.set_domain("all_both");
    node.add_input("x");
    for (const auto& [name, value] : attrs) {
      auto* attr = node.add_attribute();
      attr->set_name(name);
      attr->set_type(onnx::AttributeProto::INT);
      attr->set_i(value);
    }
    const auto declare = [](onnx::ValueInfoProto* value, const std::string& name) {
      value->set_name(name);
      value->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
      return value;
    };
    auto* shape = declare(graph.add_input(), "x")->mutable_type()->mutable_tensor_type()->mutable_shape();
    for (const int64_t extent : {2, 3}) shape->add_dim()->set_dim_value(extent);
    for (int i = 0; i < outputs; ++i) {
      node.add_output("y" + std::to_string(i));
      declare(graph.add_output(), node.output(i));
    }
    Write(op + ".onnx", model.SerializeAsString());
    return Path(op + ".onnx");
  }
  std::string At(const std::string& below) { return (all_ / below).string(); }
  std::string Quick() { return fmt::format("test --plugins {} ", At("build/plugins")); }

  const fs::path all_ =
      fs::path(OPDK_BINARY_DIR "/tests/templates") / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(Templates, OfEveryKindBuildOnEveryEngineAndPassTheirCases) {
  std::vector<std::string> packages;
  std::string cases;
  for (const Combination& each : kCombinations) {
    std::string command = "new " + At(each.package) + " --name all_" + each.package;
    for (const char* kind : kTemplateKinds) {
      std::string name = kind;
      name[0] = static_cast<char>(std::toupper(name[0]));
      name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
      Generate(
          fmt::format("{} --kind {} --op {}{} {} {}", command, kind, name, each.suffix, each.engines, each.frameworks));
      command = "add -C " + At(each.package);
    }
    packages.emplace_back(each.package);
    cases += " --cases " + At(each.package) + "/tests/op";
  }
  Generate("add --kind ai_cpu_only --op SelectLargeBoth --frameworks onnx,tensorflow,caffe -C " + At("both"));
  const Outcome built = BuildTogether(packages);
  ASSERT_EQ(built.code, 0) << built.out;
  EXPECT_THAT(built.out, Not(HasSubstr("warning:")));
  for (const std::string& package : packages) {
    const Outcome checked = Run(fmt::format("check '{}' --library '{}' --only C308,C309", At(package),
                                            At("build/plugins/liball_" + package + ".so")));
    EXPECT_THAT(checked.out, HasSubstr(" 0 warnings")) << checked.out;
    EXPECT_EQ(checked.err, "");
  }
  const Outcome listed = Run("list --plugins " + At("build/plugins"));
  EXPECT_EQ(listed.code, 0) << listed.out;
  EXPECT_THAT(listed.out, Not(HasSubstr("Notes:")));
  const Outcome tested = Run(Quick() + cases);
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
  EXPECT_THAT(tested.out, HasSubstr(" 0 failed"));

  // A product of so few rows is one piece of work, which Eigen's own threads must not divide.
  const auto multiplied = [&](int threads) {
    const std::string directory = Path("product" + std::to_string(threads));
    const Outcome product = Run(fmt::format(
        "run --plugins {} --op MatmulCpu --input x1=random:29x900 --input x2=random:900x901 --seed 1 --threads {} "
        "--output '{}'",
        At("build/plugins"), threads, directory));
    EXPECT_EQ(product.code, 0) << product.err;
    std::string bytes;
    for (const auto& file : fs::directory_iterator(directory)) bytes += ReadFile(file.path());
    return bytes;
  };
  const std::string by_one = multiplied(1);
  EXPECT_GT(by_one.size(), 29U * 901 * 4);
  for (const int threads : {2, 3, 7}) EXPECT_TRUE(multiplied(threads) == by_one) << threads << " threads";

  const std::string run = "run --plugins " + At("build/plugins") + " --input x=random:2x3 ";
  const Outcome reduced = Run(run + ModelOf("ReductionBoth", {{"keep_dims", 1}}, 1));
  EXPECT_EQ(reduced.code, 0) << reduced.err;
  EXPECT_THAT(reduced.out, HasSubstr("[1,1]")) << "keep_dims is an integer in ONNX";
  const Outcome centred = Run(run + ModelOf("MultioutputBoth", {{"axis", 0}}, 2));
  EXPECT_EQ(centred.code, 0) << centred.err;
  EXPECT_THAT(centred.out, HasSubstr("[1,3]"));
}

TEST_F(Templates, FollowTheDefinitionsPortsDtypesAndAttributes) {
  Write("ops.yaml", R"(package: {name: renamed, vendor: me}
operators:
  - op: Soften
    kind: elementwise
    inputs: [{name: signal, types: [float]}]
    outputs: [{name: softened, types: [float]}]
    attrs: [{name: alpha, type: float, default: 1.0}, {name: beta, type: float, default: 0.0}]
  - op: Pick
    kind: ai_cpu_only
    inputs: [{name: values, types: [int32, float16]}]
    outputs: [{name: picked, types: [int32, float16]}, {name: where, types: int64}]
    attrs: [{name: threshold, type: float, default: 0.0, range: [0, .inf]}]
  - op: Turn
    kind: data_movement
    inputs: [{name: x, types: [bool]}]
    outputs: [{name: turned, types: [bool]}]
    attrs: [{name: shift, type: int, default: 1}, {name: axis, type: int, default: -1}]
)");
  Generate("new " + At("renamed") + " --from " + Path("ops.yaml"));
  const Outcome built = BuildTogether({"renamed"});
  ASSERT_EQ(built.code, 0) << built.out;
  const Outcome tested = Run(Quick() + "--cases " + At("renamed/tests/op"));
  EXPECT_EQ(tested.code, 0) << tested.out << tested.err;
}

TEST_F(Templates, LeadToALoadableFileByTheCommandsOfTheirReadme) {
  Generate("new " + At("mine") + " --kind data_movement --op Roll");
  const Outcome outcome =
      Shell(fmt::format("cd '{}' && PATH='{}/bin':$PATH '{}' '{}/tests/quickstart/readme_commands.py' README.md",
                        At("mine"), OPDK_BINARY_DIR, verify::PythonInterpreter(), OPDK_SOURCE_DIR));
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr(" 0 failed"));
}

TEST_F(Templates, PartsThatTheAuthorMustWriteFailWithTheirFileAndLine) {
  Write("ops.yaml", R"(operators:
  - op: Mystery
    inputs:
      - {name: x, types: [float, int8], formats: [NCHW, ND]}
      - {name: bias, param_type: optional, types: [float, int32]}
      - {name: others, param_type: dynamic, types: [float, int8]}
    outputs: [{name: y, types: [float, int8]}, {name: ys, param_type: dynamic, types: [float, int8]}]
    attrs:
      - {name: weight, type: float, default: 0.5, range: [0, 1]}
      - {name: mode, type: string, default: linear, one_of: [linear, "cu\"bic"]}
      - {name: strides, type: list_int, range: [1, 8]}
      - {name: names, type: list_string, default: ["a\\b", "c"]}
      - {name: table, type: list_list_int, default: [[1, 2], []]}
      - {name: to, type: type, default: float16}
    frameworks: [onnx, tensorflow, caffe]
  - op: HardShrink
    kind: elementwise
    inputs: [{name: x, types: [float]}]
    outputs: [{name: y, types: [float]}]
    attrs: [{name: lambd, type: float, default: 0.5}]
  - op: TurnInPlace
    kind: data_movement
    inputs: [{name: x, types: [bool]}]
    outputs: [{name: x, types: [bool]}]
    attrs: [{name: shift, type: int, default: 1}, {name: axis, type: int, default: -1}]
)");
  ASSERT_EQ(Run("new " + At("stubs") + " --from " + Path("ops.yaml")).code, 0);
  const Outcome built = BuildTogether({"stubs"});
  ASSERT_EQ(built.code, 0) << built.out;
  EXPECT_EQ(Run("list --plugins " + At("build/plugins")).code, 0);
  const auto line = [&](const std::string& file) {
    const std::string text = ReadFile(all_ / "stubs" / file);
    return 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(text.find("__LINE__")), '\n');
  };
  const Outcome mystery = Run(Quick() + "Mystery --cases " + At("stubs/tests/op"));
  EXPECT_EQ(mystery.code, 1);
  const std::string rule = "op_proto/custom/mystery.cc";
  EXPECT_THAT(mystery.out,
              HasSubstr(fmt::format("{}:{}: shape rule of Mystery isn't written yet: edit MysteryInferShape", rule,
                                    line(rule))));
  const Outcome shrink = Run(Quick() + "HardShrink --cases " + At("stubs/tests/op"));
  EXPECT_EQ(shrink.code, 1);
  for (const std::string engine : {"ai_core", "ai_cpu"}) {
    const std::string kernel = "op_impl/" + engine + "/elementwise/hard_shrink.cc";
    EXPECT_THAT(shrink.out, HasSubstr(fmt::format("{}:{}: ", kernel, line(kernel))));
  }
  EXPECT_THAT(shrink.out, HasSubstr("the expected numbers aren't written yet"));
  EXPECT_THAT(shrink.out, HasSubstr("0 passed")) << "numbers that nobody has written don't pass";
  const Outcome turn = Run(Quick() + "TurnInPlace --cases " + At("stubs/tests/op"));
  EXPECT_EQ(turn.code, 1);
  EXPECT_THAT(turn.out, HasSubstr("0 passed"));
}

}  // namespace
}  // namespace opdk::cli
