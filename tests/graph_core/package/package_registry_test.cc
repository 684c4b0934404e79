#include "graph_core/package/package_registry.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph_core/package/loader.h"
#include "graph_core/package/operator_calls.h"
#include "tests/graph_core/package/package_fixture.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class PackageRegistryTest : public PluginDirectories {};

TEST_F(PackageRegistryTest, LoadsAPackageAndItsOperators) {
  Drop("twice", "a");
  const auto registry = Load({"a"});
  ASSERT_EQ(registry->packages().size(), 1u);
  const Package& package = *registry->packages()[0];
  EXPECT_EQ(package.name, "test_twice");
  EXPECT_EQ(package.vendor, "tests_twice");
  EXPECT_EQ(package.version, "1.2.3");
  EXPECT_FALSE(package.builtin);
  EXPECT_EQ(registry->OperatorTypes(), std::vector<std::string>{"Twice"});
  const OperatorProvider* twice = registry->Prototype("Twice");
  ASSERT_NE(twice, nullptr);
  EXPECT_NE(twice->infer_shape, nullptr);
  EXPECT_NE(twice->verify, nullptr);
  EXPECT_NE(twice->Kernel(kAiCpuEngine), nullptr);
  EXPECT_EQ(twice->Kernel(kAiCoreEngine), nullptr);
  ASSERT_NE(twice->info, nullptr);
  EXPECT_EQ(twice->info->place, "test_twice:op_info/twice.yaml:2:1");
  EXPECT_TRUE(registry->notes().empty()) << registry->notes()[0].ToString();
}

TEST_F(PackageRegistryTest, OperatorInformationWithoutDtypeHasThePrototypesColumnsAlsoFromTheCache) {
  Drop("ruleless", "a");
  for (const char* start : {"parsed", "cached"}) {
    const auto registry = Load({"a"});
    const EngineOpInfo* section = registry->Information("RulelessAdd")->Find(kAiCoreEngine);
    ASSERT_NE(section, nullptr);
    ASSERT_EQ(section->columns, 2u) << start;
    for (const char* port : {"x1", "x2", "y"}) {
      EXPECT_THAT(section->FindPort(port)->dtypes, testing::ElementsAre(ge::DT_FLOAT, ge::DT_FLOAT16));
    }
    EXPECT_EQ(section->in_place.size(), 1u);
  }
}

TEST_F(PackageRegistryTest, RefusesATextFile) {
  Write("a/libnotes.so", "these are my notes\n");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kNotALibrary);
  EXPECT_EQ(status.message(), "it is a text file, not a shared library");
}

TEST_F(PackageRegistryTest, RefusesATruncatedLibrary) {
  Drop("twice", "a");
  fs::resize_file(root_ / "a/libtest_twice.so", fs::file_size(root_ / "a/libtest_twice.so") / 2);
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kNotALibrary);
  EXPECT_THAT(status.message(), HasSubstr("truncated"));
}

TEST_F(PackageRegistryTest, RefusesSectionHeadersBehindTheLastByteThatThereCanBe) {
  Drop("twice", "a");
  const fs::path library = root_ / "a/libtest_twice.so";
  {
    std::fstream file(library, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(40);  // e_shoff
    file.write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
  }
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kNotALibrary);
  EXPECT_THAT(status.message(), HasSubstr(fmt::format("it has {} bytes, and ", fs::file_size(library))));
  EXPECT_THAT(status.message(), HasSubstr("bytes of section headers at 18446744073709551615"));
}

TEST_F(PackageRegistryTest, RefusesALibraryOfAnotherArchitecture) {
  Drop("twice", "a");
  std::fstream file(root_ / "a/libtest_twice.so", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(18);  // e_machine
  file.put(8);
  file.close();
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kNotALibrary);
  EXPECT_THAT(status.message(), HasSubstr("another architecture (ELF machine 8"));
}

TEST_F(PackageRegistryTest, RefusesALibraryWithoutEntrySymbol) {
  Drop("no_entry", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kNoEntrySymbol);
  EXPECT_THAT(status.message(), HasSubstr("it exports no 'opdk_package'"));
}

TEST_F(PackageRegistryTest, RefusesAnotherAbi) {
  Drop("other_abi", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kAbiMismatch);
  EXPECT_THAT(status.message(), HasSubstr("built for package ABI 99, this opdk has ABI 5"));
}

TEST_F(PackageRegistryTest, RefusesAnotherCompiler) {
  Drop("other_compiler", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kAbiMismatch);
  EXPECT_THAT(status.message(), HasSubstr("compiler ABI 'gxx-abi-1'"));
}

TEST_F(PackageRegistryTest, NamesAMissingSymbolAndItsLibrary) {
  Drop("undefined_symbol", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kMissingSymbol);
  EXPECT_EQ(status.message(),
            "undefined symbol 'ge::FunctionOfANewerSdk(char const*)'; libopdk_sdk.so should have provided it");
}

TEST_F(PackageRegistryTest, FencesTheEntrySymbol) {
  Drop("throwing_entry", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kKernelThrew);
  EXPECT_EQ(status.message(), "threw std::runtime_error: no description today");
}

TEST_F(PackageRegistryTest, LocatesAYamlError) {
  Drop("typo", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kOpInfoInvalid);
  EXPECT_EQ(status.message(), "unknown key in section ai_cpu: 'dtpye'; did you mean dtype?");
  EXPECT_EQ(status.places().at(0), "test_typo:op_info/thrice.yaml:3:5");
}

TEST_F(PackageRegistryTest, RefusesInformationThatContradictsThePrototype) {
  Drop("wrong_port", "a");
  const Status status = Rejection();
  EXPECT_EQ(status.code(), ErrorCode::kOpInfoInvalid);
  EXPECT_THAT(status.message(), HasSubstr("Half has no port 'scale'"));
}

TEST_F(PackageRegistryTest, CustomPackagesWinOverBuiltInOnesAndTheNoteNamesBoth) {
  Drop("twice", "builtin");
  Drop("rival", "a");
  const auto registry = Load({"a"});
  ASSERT_EQ(registry->Providers("Twice").size(), 2u);
  EXPECT_EQ(registry->Prototype("Twice")->package->name, "test_rival");
  EXPECT_TRUE(registry->Providers("Twice")[1].package->builtin);
  ASSERT_EQ(registry->notes().size(), 1u);
  EXPECT_EQ(registry->notes()[0].code(), ErrorCode::kDuplicateOperator);
  EXPECT_EQ(
      registry->notes()[0].message(),
      "operator Twice of package test_rival (custom, plugin directory 1) wins over that of test_twice (built-in)");
}

TEST_F(PackageRegistryTest, TheFirstPluginDirectoryWins) {
  Drop("twice", "a");
  Drop("rival", "b");
  EXPECT_EQ(Load({"a", "b"})->Prototype("Twice")->package->name, "test_twice");
  EXPECT_EQ(Load({"b", "a"})->Prototype("Twice")->package->name, "test_rival");
}

TEST_F(PackageRegistryTest, WithinADirectoryConfigYamlThenPriorityThenNameDecide) {
  Drop("rival", "a");
  Drop("twice", "a");
  EXPECT_EQ(Load({"a"})->Prototype("Twice")->package->name, "test_rival");
  Drop("preferred", "a");
  EXPECT_EQ(Load({"a"})->Prototype("Twice")->package->name, "test_preferred");
  Write("a/config.yaml", "load_priority: [tests_twice/test_twice, tests_rival]\n");
  const auto registry = Load({"a"});
  EXPECT_EQ(registry->packages()[0]->name, "test_twice");
  EXPECT_EQ(registry->packages()[0]->priority_reason, "entry 1 of load_priority in " + Path("a") + "/config.yaml");
  EXPECT_EQ(registry->packages()[1]->name, "test_rival");
  EXPECT_EQ(registry->packages()[2]->name, "test_preferred");
}

TEST_F(PackageRegistryTest, TheMostParticularEntryOfLoadPriorityCounts) {
  Drop("rival", "a");
  Drop("twice", "a");
  Write("a/config.yaml", "load_priority: [tests_twice, tests_rival/test_rival, tests_twice/test_twice]\n");
  EXPECT_EQ(Load({"a"})->packages()[0]->name, "test_rival");
  Write("a/config.yaml", "load_priority: [tests_twice, test_rival, test_twice]\n");
  EXPECT_EQ(Load({"a"})->packages()[0]->name, "test_rival") << "names as opdk list prints them";
  Write("a/config.yaml", "load_priority: [test_twice, test_rival]\n");
  EXPECT_EQ(Load({"a"})->packages()[0]->name, "test_twice");
}

TEST_F(PackageRegistryTest, AnEntryOfLoadPriorityThatNamesNothingIsReported) {
  Drop("twice", "a");
  Write("a/config.yaml", "load_priority: [test_twicw, tests_twice]\n");
  const auto registry = Load({"a"});
  ASSERT_EQ(registry->notes().size(), 1u);
  EXPECT_EQ(registry->notes()[0].message(),
            "entry 1 of load_priority, 'test_twicw', names no package that is loaded from here; did you mean "
            "test_twice, tests_twice?");
}

// A policy that can't be understood is not the absence of one.
TEST_F(PackageRegistryTest, ABrokenConfigYamlThatSpeaksOfSignaturesRequiresThem) {
  Drop("twice", "a");
  Drop("rival", "b");
  Write("a/config.yaml", "require_signature: true\nload_prority: [x]\n");
  const auto registry = Load({"a", "b"});
  ASSERT_EQ(registry->rejected().size(), 2u);
  EXPECT_THAT(registry->rejected()[1].reason.message(), HasSubstr("a signature is required here"));
}

TEST_F(PackageRegistryTest, ReportsABrokenConfigYamlAndGoesOn) {
  Drop("twice", "a");
  Write("a/config.yaml", "load_prority: [x]\n");
  const auto registry = Load({"a"});
  EXPECT_EQ(registry->packages().size(), 1u);
  ASSERT_EQ(registry->rejected().size(), 1u);
  EXPECT_EQ(registry->rejected()[0].reason.places().at(0), Path("a") + "/config.yaml:1:1");
  EXPECT_THAT(registry->rejected()[0].reason.message(), HasSubstr("did you mean load_priority?"));
}

TEST_F(PackageRegistryTest, ASecondCopyOfAPackageIsRefused) {
  Drop("twice", "a");
  Drop("twice", "b");
  const auto registry = Load({"a", "b"});
  EXPECT_EQ(registry->packages().size(), 1u);
  ASSERT_EQ(registry->rejected().size(), 1u);
  EXPECT_THAT(registry->rejected()[0].reason.message(), HasSubstr("already loaded from " + Path("a")));
}

TEST_F(PackageRegistryTest, ReadsTheEnvironmentsDirectoriesAfterTheGivenOnes) {
  Drop("rival", "a");
  Drop("twice", "b");
  fs::create_directories(root_ / "data/opdk/plugins");
  Drop("preferred", "data/opdk/plugins");
  ::setenv("OPDK_PLUGIN_PATH", (Path("missing") + ":" + Path("b")).c_str(), 1);
  const auto registry = Load({"a"});
  ASSERT_EQ(registry->packages().size(), 3u);
  EXPECT_EQ(registry->packages()[0]->name, "test_rival");
  EXPECT_EQ(registry->packages()[1]->name, "test_twice");
  EXPECT_EQ(registry->packages()[2]->name, "test_preferred");
}

TEST_F(PackageRegistryTest, AGivenDirectoryMustExist) {
  PackageOptions options;
  options.plugin_dirs = {Path("nowhere")};
  EXPECT_EQ(PackageRegistry::Load(options).status().code(), ErrorCode::kFileNotFound);
}

TEST_F(PackageRegistryTest, FailsOnlyWhenNothingCanBeLoaded) {
  Write("a/libnotes.so", "text");
  PackageOptions options;
  options.plugin_dirs = {Path("a")};
  const Status status = PackageRegistry::Load(options).status();
  EXPECT_EQ(status.code(), ErrorCode::kLoad);
  EXPECT_THAT(status.ToString(), HasSubstr("libnotes.so: E5001"));
}

TEST_F(PackageRegistryTest, NotesInformationWithoutKernelAndWithoutPrototype) {
  Drop("odd", "a");
  Drop("twice", "a");
  const auto registry = Load({"a"});
  std::string notes;
  for (const Status& note : registry->notes()) notes += note.message() + "\n";
  EXPECT_THAT(notes, HasSubstr("section ai_core of Odd has no kernel behind it (REGISTER_OP_COMPUTE is missing)"));
  EXPECT_THAT(notes, HasSubstr("no package has a prototype of 'Twicee'; did you mean Twice?"));
}

TEST_F(PackageRegistryTest, UnknownOperatorsAreExplained) {
  Drop("twice", "a");
  const auto registry = Load({"a"});
  const auto op = registry->CreateOperator("n", "Twise");
  EXPECT_EQ(op.status().code(), ErrorCode::kOperatorUnknown);
  EXPECT_EQ(op.status().message(), "no loaded package provides the operator 'Twise'; did you mean Twice?");
  EXPECT_THAT(op.status().hint(), HasSubstr(Path("a")));
}

class TwiceTest : public PackageRegistryTest {
 protected:
  Status Call(const std::string& trouble, bool verify) {
    Drop("twice", "a");
    registry_ = Load({"a"});
    auto op = registry_->CreateOperator("t1", "Twice");
    EXPECT_TRUE(op.ok());
    OpDesc desc = DescOf(*op);
    desc.attrs["trouble"] = trouble;
    desc.inputs.at(0).desc = ge::TensorDesc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
    const Status status =
        verify ? VerifyOperator(*registry_, desc, nullptr) : InferOperatorShape(*registry_, desc, nullptr);
    shape_ = desc.outputs.at(0).desc.GetShape().GetDims();
    return status;
  }
  std::shared_ptr<PackageRegistry> registry_;
  std::vector<int64_t> shape_;
};

TEST_F(TwiceTest, InfersThroughTheWinningPackage) {
  EXPECT_TRUE(Call("", false).ok());
  EXPECT_EQ(shape_, (std::vector<int64_t>{2, 3}));
}

TEST_F(TwiceTest, AnExceptionOfAnInferFunctionBecomesAnError) {
  const Status status = Call("throw", false);
  EXPECT_EQ(status.code(), ErrorCode::kKernelThrew);
  EXPECT_EQ(status.message(), "threw std::runtime_error: twice is too much");
  EXPECT_EQ(status.places().at(0), "package test_twice, operator Twice, node t1");
}

TEST_F(TwiceTest, AnythingThrownBecomesAnError) { EXPECT_EQ(Call("throw int", false).message(), "threw int"); }

TEST_F(TwiceTest, AnExceptionOfAVerifierBecomesAnError) {
  EXPECT_EQ(Call("throw in verify", true).code(), ErrorCode::kKernelThrew);
}

TEST_F(TwiceTest, TheReasonOfARefusalIsKept) {
  const Status status = Call("refuse", false);
  EXPECT_EQ(status.code(), ErrorCode::kInferShape);
  EXPECT_THAT(status.message(), HasSubstr("x is already doubled"));
  EXPECT_EQ(status.places().at(0), "node t1 (Twice)");
  EXPECT_THAT(status.places().at(1), HasSubstr("package test_twice"));
}

TEST_F(TwiceTest, ARefusalWithoutAReasonIsReportedAsOne) {
  EXPECT_THAT(Call("fail", false).message(), HasSubstr("no reason is given"));
}

TEST_F(PackageRegistryTest, TheCurrentRegistryIsTheFactorysAndInferences) {
  Drop("twice", "a");
  PackageRegistry::SetCurrent(Load({"a"}));
  ge::Operator op = ge::OperatorFactory::CreateOperator("t", "Twice");
  ASSERT_FALSE(op.IsEmpty());
  ASSERT_EQ(op.UpdateInputDesc("x", ge::TensorDesc(ge::Shape({4}))), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.InferShapeAndType(), ge::GRAPH_SUCCESS);
  EXPECT_EQ(op.GetOutputDesc("y").GetShape().GetDims(), std::vector<int64_t>{4});
  EXPECT_FALSE(ge::OperatorFactory::IsExistOp("Thrice"));
}

TEST(ExplainLinkError, ReadsTheMessagesOfTheLinker) {
  EXPECT_EQ(ExplainLinkError("libfoo.so.1: cannot open shared object file: No such file or directory").message(),
            "it needs the library libfoo.so.1, which isn't found");
  EXPECT_EQ(
      ExplainLinkError("x.so: cannot open shared object file: Too many open files): Bad file descriptor").message(),
      "the library x.so can't be opened: Too many open files");
  EXPECT_EQ(ExplainLinkError("x.so: cannot open shared object file: No such file or directory): Bad file").code(),
            ErrorCode::kMissingSymbol);
  EXPECT_EQ(ExplainLinkError("/lib/libstdc++.so.6: version `GLIBCXX_3.4.99' not found (required by x.so)").code(),
            ErrorCode::kAbiMismatch);
  EXPECT_THAT(ExplainLinkError("x.so: undefined symbol: _ZN4onnx11TensorProtoC1Ev").message(), HasSubstr("libonnx"));
  EXPECT_THAT(ExplainLinkError("x.so: undefined symbol: _ZN4mine6HelperEv").message(),
              HasSubstr("'mine::Helper()'; the package itself"));
}

}  // namespace
}  // namespace opdk
