// `opdk build --cann` on the fixture project: built as it is, loaded, run.
#include <gmock/gmock.h>
#include <onnx/onnx_pb.h>

#include <cstring>
#include <fstream>

#include "tests/sdk/tools/author/cann_command_fixture.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class CannBuild : public Command {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (fs::temp_directory_path() / "opdk_cann_XXXXXX").string();
    shared_ = ::mkdtemp(pattern.data());
    fs::copy(kCannProject, shared_ / "project", fs::copy_options::recursive);
  }
  static void TearDownTestSuite() { fs::remove_all(shared_); }
  // Builds the library once and returns its path.
  std::string Library() {
    static const Outcome built =
        Run(fmt::format("build --cann {0}/project -o {0}/out --name fixture", shared_.string()));
    EXPECT_EQ(built.code, 0) << built.err;
    notes_ = built.err;
    const size_t path = built.out.find(": ");
    return path == std::string::npos ? "" : built.out.substr(path + 2, built.out.size() - path - 3);
  }
  template <typename T>
  std::vector<T> Values(const std::string& file) {
    const auto tensor = ParseNpy(ReadFile(Path(file)));
    EXPECT_TRUE(tensor.ok()) << tensor.status().ToString();
    if (!tensor.ok()) return {};
    std::vector<T> values(tensor->GetSize() / sizeof(T));
    std::memcpy(values.data(), tensor->GetData(), tensor->GetSize());
    return values;
  }
  Outcome RunOp(const std::string& arguments) {
    return Run(fmt::format("run --op {} --plugins {} --output {}", arguments, Library(), Path("out")));
  }

  static fs::path shared_;
  std::string notes_;
};
fs::path CannBuild::shared_;

TEST_F(CannBuild, LeavesTheProjectByteIdentical) {
  ASSERT_FALSE(Library().empty());
  EXPECT_EQ(TreeOf(shared_ / "project"), TreeOf(kCannProject));
}

TEST_F(CannBuild, NamesPartsThatCannotBeBroughtAndTheNextStep) {
  ASSERT_FALSE(Library().empty());
  EXPECT_THAT(notes_, HasSubstr("not brought: tbe/impl/copy_of.py: the TBE kernel of CopyOf: write "
                                "op_impl/ai_core/copy_of.cc with tbe.dsl; its functions cast_to, vadds are available "
                                "under the same names; no_such_function must be written otherwise"));
  EXPECT_THAT(notes_, HasSubstr("tbe/impl/scatter_by_hand.py: a TBE kernel in Python: it is written in TIK"));
  EXPECT_THAT(notes_, Not(HasSubstr("SCOPE_FUSION")));
  EXPECT_THAT(notes_, Not(HasSubstr("models are not read here")));
  EXPECT_THAT(notes_, HasSubstr("REGISTER_OP_TILING(PairAdd): the engine cuts kernels into tiles itself"));
  EXPECT_THAT(notes_, HasSubstr("op_tiling/pair_add.cc: tiling"));
  EXPECT_THAT(notes_, HasSubstr("[Distinct]: without a meaning on a CPU, left out: opInfo.workspaceSize"));
  EXPECT_THAT(notes_, HasSubstr("Everything has a prototype but no kernel"));
  EXPECT_THAT(notes_,
              HasSubstr("tbe/op_info_cfg/ai_core/ascend910: not read: tbe/op_info_cfg/ai_core/ascend310 counts"));
}

TEST_F(CannBuild, ExportsTheEntryAloneAlthoughItsLibrariesShareNames) {
  const std::string library = Library();
  ASSERT_EQ(std::system(fmt::format("nm -D --defined-only {} | awk '{{print $NF}}' > {}", library, Path("nm")).c_str()),
            0);
  EXPECT_EQ(ReadFile(Path("nm")), "opdk_package\n");
  const Outcome listed = Run("list --plugins " + library);
  EXPECT_EQ(listed.code, 0) << listed.out;
  EXPECT_THAT(listed.out, HasSubstr("BlockScale"));
}

TEST_F(CannBuild, RunsDynamicAndOptionalPorts) {
  ASSERT_EQ(RunOp("SumWithBias --input x0=list:1,2 --input x1=list:10,20").code, 0);
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(11, 22));
  const Outcome biased = RunOp("SumWithBias --input x0=list:1,2 --input x1=list:10,20 --input bias=list:100,100");
  ASSERT_EQ(biased.code, 0) << biased.err;
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(111, 122));
  const Outcome cut = RunOp("CutApart --input x=list:1,2,3 --attr sizes=1,2 --dynamic-output parts=2");
  ASSERT_EQ(cut.code, 0) << cut.err;
  EXPECT_THAT(Values<float>("out/parts1.npy"), ElementsAre(2, 3));
}

TEST_F(CannBuild, RunsBlockKernelsInBlocks) {
  const Outcome scaled = RunOp("BlockScale --input x=arange:100003 --attr scale=0.5 --threads 2");
  ASSERT_EQ(scaled.code, 0) << scaled.err;
  const std::vector<float> y = Values<float>("out/y.npy");
  ASSERT_EQ(y.size(), 100003u);
  for (size_t i = 0; i < y.size(); ++i) ASSERT_EQ(y[i], 0.5f * static_cast<float>(i));
}

TEST_F(CannBuild, RunsOutputsWhoseShapeTheKernelDecides) {
  const Outcome distinct = RunOp("Distinct --input x=list:3,1,3,1,7");
  ASSERT_EQ(distinct.code, 0) << distinct.err;
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(3, 1, 7));
}

TEST_F(CannBuild, ReferenceOutputsBeginAsTheirInput) {
  const Outcome updated = RunOp("UpdateInPlace --input var=list:1,2,3 --input indices=list:2,2:int32");
  ASSERT_EQ(updated.code, 0) << updated.err;
  EXPECT_THAT(Values<float>("out/var.npy"), ElementsAre(1, 2, 203));
}

TEST_F(CannBuild, InformationNarrowsTypesPortByPort) {
  const Outcome refused = RunOp("UpdateInPlace --input var=list:1,2:int32 --input indices=list:0:int32");
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("var is int32, the kernel takes float"));
}

TEST_F(CannBuild, RunsScopeFusionPassesOnModels) {
  const std::string library = Library();
  std::ofstream(Path("graph.pbtxt")) << R"(
    node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
      attr { key: "shape" value { shape { dim { size: 3 } } } } }
    node { name: "net/block/scale/factor" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value"
      value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 2 } } } }
    node { name: "net/block/scale/mul" op: "Mul" input: "x" input: "net/block/scale/factor"
      attr { key: "_rate" value { f: 0.5 } } attr { key: "_steps" value { i: 1 } }
      attr { key: "_kind" value { s: "text" } } attr { key: "_done" value { b: true } } }
    node { name: "y" op: "Neg" input: "net/block/scale/mul" })";
  const std::string model = fmt::format("{} --plugins {}", Path("graph.pbtxt"), library);
  const std::string with_pass = model + " --parser enable_scope_fusion_passes=BlockPass";
  const Outcome fused = Run(fmt::format("run {} --input x=list:1,2,3 --output {}", with_pass, Path("fused")));
  ASSERT_EQ(fused.code, 0) << fused.err;
  EXPECT_THAT(fused.err, HasSubstr("scope fusion pass BlockPass of package fixture: scope 'net/block/' (2 nodes) is "
                                   "BlockScale"));
  EXPECT_THAT(Values<float>("fused/y.npy"), ElementsAre(-2, -4, -6));
  const Outcome plain = Run(fmt::format("run {} --input x=list:1,2,3 --output {}", model, Path("plain")));
  ASSERT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.err, Not(HasSubstr("scope fusion")));
  EXPECT_EQ(Values<float>("plain/y.npy"), Values<float>("fused/y.npy"));
  const Outcome explained = Run("explain " + with_pass);
  EXPECT_THAT(explained.out, HasSubstr("net/block/scale")) << explained.err;
  EXPECT_THAT(explained.out, HasSubstr("BlockScale"));
  const Outcome wrong = Run(fmt::format("run {} --parser enable_scope_fusion_passes=BlockPas", model));
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err,
              HasSubstr("no loaded package has the scope fusion pass 'BlockPas'; did you mean 'BlockPass'?"));
  EXPECT_THAT(Run("list --plugins " + library).out, HasSubstr("BlockPass"));
  const Outcome atc =
      Run(fmt::format("atc --framework=3 --model={} --output={} --soc_version=native "
                      "--enable_scope_fusion_passes=BlockPass",
                      Path("graph.pbtxt"), Path("offline")));
  EXPECT_EQ(atc.code, 2) << atc.out;
  EXPECT_THAT(atc.err, HasSubstr("no loaded package has the scope fusion pass 'BlockPass'"));
}

void AddNode(onnx::GraphProto& graph, const std::string& type, const std::vector<std::string>& inputs,
             const std::string& output) {
  onnx::NodeProto* node = graph.add_node();
  node->set_op_type(type);
  node->set_domain("fixture");
  node->set_name(type + "_" + output);
  for (const std::string& input : inputs) node->add_input(input);
  node->add_output(output);
}

void AddValue(onnx::ValueInfoProto* value, const std::string& name, int type, const std::vector<int64_t>& dims) {
  value->set_name(name);
  auto* tensor = value->mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  auto* shape = tensor->mutable_shape();
  for (const int64_t dim : dims) {
    if (dim < 0) {
      shape->add_dim()->set_dim_param("n");
    } else {
      shape->add_dim()->set_dim_value(dim);
    }
  }
}

TEST_F(CannBuild, RunsInsideAnOnnxModelWithItsMappings) {
  onnx::ModelProto model;
  model.set_ir_version(8);
  auto* opset = model.add_opset_import();
  opset->set_domain("");
  opset->set_version(17);
  opset = model.add_opset_import();
  opset->set_domain("fixture");
  opset->set_version(1);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("g");
  AddValue(graph.add_input(), "a", onnx::TensorProto::FLOAT, {4});
  AddValue(graph.add_input(), "b", onnx::TensorProto::FLOAT, {4});
  onnx::TensorProto& indices = *graph.add_initializer();
  indices.set_name("indices");
  indices.set_data_type(onnx::TensorProto::INT32);
  indices.add_dims(2);
  indices.add_int32_data(2);
  indices.add_int32_data(3);
  AddNode(graph, "PairAdd", {"a", "b"}, "s");  // a message callback: AutoMappingFn
  AddNode(graph, "BlockScale", {"s"}, "t");    // the JSON of the attributes: scale 3
  graph.mutable_node(1)->add_attribute()->CopyFrom([] {
    onnx::AttributeProto scale;
    scale.set_name("scale");
    scale.set_type(onnx::AttributeProto::FLOAT);
    scale.set_f(3);
    return scale;
  }());
  AddNode(graph, "SumOfThree", {"a", "b", "t"}, "u");  // becomes a graph of its own operators
  AddNode(graph, "Triple", {"u"}, "v");                // becomes a graph of built-in ones
  AddNode(graph, "UpdateInPlace", {"v", "indices"}, "w");
  AddNode(graph, "Distinct", {"w"}, "z");
  AddValue(graph.add_output(), "w", onnx::TensorProto::FLOAT, {4});
  AddValue(graph.add_output(), "z", onnx::TensorProto::FLOAT, {-1});
  Write("model.onnx", model.SerializeAsString());
  WriteFloats("a.npy", {4}, {1, 1, 2, 4});
  WriteFloats("b.npy", {4}, {10, 10, 20, 40});
  const Outcome ran = Run(fmt::format("run {} --plugins {} --input a={} --input b={} --output {}", Path("model.onnx"),
                                      Library(), Path("a.npy"), Path("b.npy"), Path("out")));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(Values<float>("out/w.npy"), ElementsAre(132, 132, 364, 628));
  EXPECT_THAT(Values<float>("out/z.npy"), ElementsAre(132, 364, 628));
}

TEST_F(CannBuild, PrototypesThatOnlyRepeatBuiltInOnesDoNotReplaceThem) {
  const Outcome listed = Run("list --format json --plugins " + Library());
  ASSERT_EQ(listed.code, 0);
  const Outcome added =
      Run(fmt::format("run /usr/share/libonnx-testdata/data/node/test_constant/model.onnx --plugins {} --output {}",
                      Library(), Path("out")));
  EXPECT_EQ(added.code, 0) << added.err;
}

TEST_F(CannBuild, RefusesToWriteIntoTheProject) {
  const Outcome refused = Run(fmt::format("build --cann {0}/project -o {0}/project/out", shared_.string()));
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("the project, which stays as it is"));
  EXPECT_FALSE(fs::exists(shared_ / "project/out"));
}

class SmallCannProject : public Command {
 protected:
  Outcome Build(const std::map<std::string, std::string>& changes, const std::string& options = "") {
    auto files = SmallProject();
    for (const auto& [path, text] : changes) files[path] = text;
    WriteTree(work_ / "project", files);
    return Run(fmt::format("build --cann {} -o {} {}", Path("project"), Path("out"), options));
  }
};

TEST_F(SmallCannProject, BuildsAtEachStandardAndRebuilds) {
  for (const char* standard : {"11", "20"}) {
    const Outcome built = Build({}, std::string("--std ") + standard);
    ASSERT_EQ(built.code, 0) << built.err;
    EXPECT_THAT(ReadFile(Path("out/CMakeLists.txt")), HasSubstr(std::string("CXX_STANDARD ") + standard));
  }
  const Outcome ran = Run(fmt::format("run --op Twice --input x=list:1,2 --plugins {} --output {}",
                                      Path("out/build/libproject.so"), Path("y")));
  EXPECT_EQ(ran.code, 0) << ran.err;
}

TEST_F(SmallCannProject, CompilerErrorsAreShownAndBuildingEndsWithFive) {
  const Outcome broken = Build({{"op_proto/broken.cc", "int f() { return no_such_name; }\n"}});
  EXPECT_EQ(broken.code, 5);
  EXPECT_THAT(broken.err, HasSubstr("op_proto/broken.cc:1:18: error:"));
}

TEST_F(SmallCannProject, EqualNamesInOneLibraryClashAsInCann) {
  const Outcome broken =
      Build({{"op_proto/a.cc", "int Same() { return 1; }\n"}, {"op_proto/b.cc", "int Same() { return 2; }\n"}});
  EXPECT_EQ(broken.code, 5);
  EXPECT_THAT(broken.err, HasSubstr("multiple definition of"));
}

TEST_F(SmallCannProject, InformationWithoutPrototypeIsRefusedAtItsLine) {
  const Outcome refused = Build({{"cpukernel/op_info_cfg/other.ini", "\n[Twize]\nopInfo.engine=DNN_VM_AICPU\n"}});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("[Twize] describes an operator without prototype; did you mean Twice?"),
                                 HasSubstr("at: cpukernel/op_info_cfg/other.ini:2")));
}

TEST_F(SmallCannProject, TwoSectionsForOneOperatorAreRefusedWithBothPlaces) {
  const Outcome refused = Build({{"cpukernel/op_info_cfg/z.ini", "[Twice]\nopInfo.engine=DNN_VM_AICPU\n"}});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("z.ini:1"), HasSubstr("twice.ini:1 (the first)")));
}

TEST_F(SmallCannProject, APrototypeWithoutKernelAndAKernelWithoutInformationAreNoted) {
  const Outcome built = Build({{"cpukernel/op_info_cfg/aicpu_kernel/twice.ini", "# empty\n"}});
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_THAT(built.err, HasSubstr("the AI CPU kernel of Twice is never chosen"));
  auto without = SmallProject();
  without.erase("cpukernel/impl/twice_kernels.cc");
  fs::remove_all(work_ / "project");
  WriteTree(work_ / "project", without);
  const Outcome bare = Run(fmt::format("build --cann {} -o {}", Path("project"), Path("out2")));
  EXPECT_THAT(bare.err, AllOf(HasSubstr("no source registers this AI CPU kernel"),
                              HasSubstr("Twice has a prototype but no kernel")));
}

TEST_F(SmallCannProject, MissingFoldersAndUnreadableFilesAreNamed) {
  fs::create_directories(work_ / "empty");
  const Outcome empty = Run("build --cann " + Path("empty"));
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("it has none of the folders op_proto, cpukernel and framework"));
  EXPECT_EQ(Run("build --cann " + Path("nowhere")).code, 2);
  if (::geteuid() == 0) return;  // root reads everything
  WriteTree(work_ / "project", SmallProject());
  fs::permissions(work_ / "project/op_proto/twice.cc", fs::perms::none);
  const Outcome unreadable = Run(fmt::format("build --cann {} -o {}", Path("project"), Path("out")));
  EXPECT_EQ(unreadable.code, 2);
  EXPECT_THAT(unreadable.err, HasSubstr("op_proto/twice.cc"));
}

TEST_F(SmallCannProject, ItsOptionsNeedCann) {
  EXPECT_EQ(Run("build --soc ascend310").code, 2);
  const Outcome soc = Build({{"tbe/op_info_cfg/ai_core/ascend310/a.ini", ""}}, "--soc ascend31O");
  EXPECT_EQ(soc.code, 2);
  EXPECT_THAT(soc.err, HasSubstr("did you mean ascend310?"));
}

TEST_F(SmallCannProject, ImportMakesAPackageThatBuilds) {
  WriteTree(work_ / "project", SmallProject());
  const Outcome made = Run(fmt::format("new --from-cann {} {}", Path("project"), Path("twice_ops")));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(ReadFile(Path("twice_ops/op_impl/ai_cpu/twice.cc")), SmallProject()["cpukernel/impl/twice_kernels.cc"]);
  EXPECT_EQ(ReadFile(Path("twice_ops/op_proto/twice.cc")), SmallProject()["op_proto/twice.cc"]);
  EXPECT_THAT(ReadFile(Path("twice_ops/op_info/twice.yaml")), HasSubstr("Twice:\n  ai_cpu: {}\n"));
  const Outcome built = Run("build " + Path("twice_ops"));
  ASSERT_EQ(built.code, 0) << built.err;
  const Outcome tested = Run("test --no-derive --package " + Path("twice_ops"));
  EXPECT_EQ(tested.code, 1) << tested.out << tested.err;
  EXPECT_THAT(tested.out + tested.err, HasSubstr("what Twice gives is to be written into tests/op/twice.yaml"));
  EXPECT_EQ(Run(fmt::format("new --from-cann {} {}", Path("project"), Path("twice_ops"))).code, 2);
}

TEST_F(SmallCannProject, FromCannExcludesOtherDefinitionsAndChecksTheName) {
  WriteTree(work_ / "My-Ops", SmallProject());
  const Outcome both = Run(fmt::format("new {} --from-cann {} --kind elementwise", Path("x"), Path("My-Ops")));
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.err, HasSubstr("--from-cann"));
  EXPECT_EQ(Run(fmt::format("new {} --kind elementwise --soc ascend310", Path("x"))).code, 2);
  const Outcome named = Run(fmt::format("new {} --from-cann {} --name 3d", Path("x"), Path("My-Ops")));
  EXPECT_EQ(named.code, 2);
  EXPECT_THAT(named.err, HasSubstr("package name '3d'"));
  EXPECT_FALSE(fs::exists(Path("x")));
}

TEST_F(CannBuild, ImportOfTheWholeFixtureBuildsAndKeepsTheRest) {
  const Outcome made = Run(fmt::format("new --from-cann {}/project {} --vendor us --package-version 2.1.0",
                                       shared_.string(), Path("package")));
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(ReadFile(Path("package/plugins/tensorflow/plugins.cc")),
            ReadFile(kCannProject / "framework/tf_plugin/plugins.cc"));
  EXPECT_EQ(ReadFile(Path("package/from_cann/tbe/impl/copy_of.py")), ReadFile(kCannProject / "tbe/impl/copy_of.py"));
  EXPECT_THAT(ReadFile(Path("package/from_cann/op_info/copy_of.yaml")), HasSubstr("x: [float16, float]"));
  EXPECT_TRUE(fs::exists(Path("package/plugins/tf_scope_fusion_pass/block_pass.cc")));
  EXPECT_FALSE(fs::exists(Path("package.unfinished")));
  EXPECT_THAT(ReadFile(Path("package/CMakeLists.txt")), HasSubstr("package VENDOR us VERSION 2.1.0"));
  const Outcome built = Run("build " + Path("package"));
  ASSERT_EQ(built.code, 0) << built.err;
  const Outcome ran = Run(fmt::format("run --op Distinct --input x=list:3,1,3 --plugins {} --output {}",
                                      Path("package/build/libpackage.so"), Path("out")));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(Values<float>("out/y.npy"), ElementsAre(3, 1));
}

}  // namespace
}  // namespace opdk::cli
