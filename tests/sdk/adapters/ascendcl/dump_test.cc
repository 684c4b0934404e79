// Dumps of models: by aclInit's file, by aclmdlSetDump.
#include <filesystem>
#include <fstream>
#include <map>

#include "acl/acl_dump.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

class Dump : public ::testing::Test {
 protected:
  void SetUp() override {
    model_ = ExpReluFile(2);
    directory_ = ::testing::TempDir() + "acl_dump_" + std::to_string(getpid());
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override {
    aclFinalize();
    std::filesystem::remove_all(directory_);
    std::filesystem::remove(directory_ + ".json");
  }
  std::string File(const std::string& text) const {
    const std::string path = directory_ + ".json";
    std::ofstream(path) << text;
    return path;
  }
  std::string Config(const std::string& more = "") const {
    return File(R"({"dump": {"dump_path": ")" + directory_ + R"(", "dump_mode": "output")" + more + "}}");
  }
  void Run() const {
    uint32_t id = 0;
    ASSERT_OK(aclmdlLoadFromFile(model_.c_str(), &id));
    const DeviceTensor input(std::vector<float>(6, 1)), output(24);
    EXPECT_OK(aclmdlExecute(id, input.dataset(), output.dataset()));
    EXPECT_OK(aclmdlUnload(id));
  }
  size_t Files() const {
    size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_))
      files += entry.is_regular_file();
    return files;
  }
  std::string model_, directory_;
};

TEST_F(Dump, FollowsTheFileOfAclInit) {
  ASSERT_OK(aclInit(Config().c_str()));
  Run();
  EXPECT_GT(Files(), 0U);
  EXPECT_OK(aclFinalize());
  // It is over with the end.
  const size_t files = Files();
  ASSERT_OK(aclInit(nullptr));
  Run();
  EXPECT_EQ(Files(), files);
}

TEST_F(Dump, RunsBetweenInitDumpAndFinalizeDump) {
  ASSERT_OK(aclInit(nullptr));
  EXPECT_REFUSED(aclmdlSetDump(Config().c_str()), ACL_ERROR_DUMP_NOT_RUN, "call aclmdlInitDump first");
  EXPECT_REFUSED(aclmdlFinalizeDump(), ACL_ERROR_DUMP_NOT_RUN, "was not called");
  EXPECT_OK(aclmdlInitDump());
  EXPECT_REFUSED(aclmdlInitDump(), ACL_ERROR_DUMP_ALREADY_RUN, "called before");
  Run();
  EXPECT_EQ(Files(), 0U);
  EXPECT_OK(aclmdlSetDump(Config().c_str()));
  Run();
  const size_t files = Files();
  EXPECT_GT(files, 0U);
  EXPECT_OK(aclmdlFinalizeDump());
  Run();
  EXPECT_EQ(Files(), files);
}

TEST_F(Dump, RefusesWrongConfigurations) {
  EXPECT_REFUSED(aclmdlInitDump(), ACL_ERROR_UNINITIALIZE, "aclInit");
  ASSERT_OK(aclInit(nullptr));
  EXPECT_OK(aclmdlInitDump());
  EXPECT_REFUSED(aclmdlSetDump(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlSetDump("/nowhere.json"), ACL_ERROR_INVALID_FILE, "/nowhere.json");
  const auto refuse = [&](const std::string& file, const char* part) {
    EXPECT_REFUSED(aclmdlSetDump(file.c_str()), ACL_ERROR_INVALID_DUMP_CONFIG, part);
  };
  refuse(File("{}"), "\"dump\"");
  refuse(File("["), "\"dump\"");
  refuse(File(R"({"dump": {"dump_mode": "all"}})"), "\"dump_path\" is missing");
  refuse(File(R"({"dump": {"dump_path": 5}})"), "\"dump_path\" is no text");
  refuse(File(R"({"dump": {"dump_path": "/tmp", "dump_mode": "most"}})"), "most");
  refuse(Config(R"(, "dump_step": "x")"), "x");
  refuse(Config(R"(, "dump_data": "colour")"), "colour");
  refuse(Config(R"(, "dump_debug": "maybe")"), "\"on\" or \"off\"");
  refuse(Config(R"(, "dump_setp": "0")"), "\"dump_setp\" is no key of \"dump\"; did you mean \"dump_step");
  refuse(Config(R"(, "dump_list": [{"layers": ["exp"]}])"), "did you mean \"layer\"?");
  refuse(Config(R"(, "dump_list": 3)"), "no list");
  refuse(Config(R"(, "dump_list": [3])"), "no object");
  refuse(Config(R"(, "dump_list": [{"layer": "exp"}])"), "no list");
  refuse(Config(R"(, "dump_list": [{"layer": [1]}])"), "no text");
  EXPECT_OK(aclmdlSetDump(Config(R"(, "dump_list": [{"model_name": "m", "layer": ["nowhere"]}])").c_str()));
  Run();  // other models may have such a layer
  EXPECT_EQ(Files(), 0U);
}

// The bytes given to the function for dumps, by file.
std::map<std::string, std::string> g_dumped;
int32_t g_answer = 0;

int32_t TakeChunk(const acldumpChunk* chunk, int32_t length) {
  EXPECT_EQ(static_cast<size_t>(length), sizeof(acldumpChunk) + chunk->bufLen);
  std::string& file = g_dumped[chunk->fileName];
  EXPECT_TRUE(chunk->offset == -1 || chunk->offset == static_cast<int64_t>(file.size()));
  file.append(reinterpret_cast<const char*>(chunk->dataBuf), chunk->bufLen);
  return g_answer;
}

TEST_F(Dump, CallsAFunctionOfTheProgram) {
  g_dumped.clear();
  ASSERT_OK(aclInit(nullptr));
  EXPECT_OK(acldumpRegCallback(TakeChunk, 0));
  Run();
  acldumpUnregCallback();
  const size_t files = g_dumped.size();
  EXPECT_GT(files, 1U);
  EXPECT_EQ(Files(), 0U);
  size_t tensors = 0;
  for (const auto& [name, bytes] : g_dumped) {
    if (!name.ends_with(".npy")) continue;
    ++tensors;
    EXPECT_EQ(bytes.substr(1, 5), "NUMPY") << name;
    EXPECT_THAT(g_dumped[name.substr(0, name.rfind('/')) + "/index.jsonl"],
                ::testing::HasSubstr(name.substr(name.rfind('/') + 1)));
  }
  EXPECT_GT(tensors, 0U);
  Run();
  EXPECT_EQ(g_dumped.size(), files);
}

TEST_F(Dump, AFunctionThatRefusesEndsTheRun) {
  g_dumped.clear();
  ASSERT_OK(aclInit(nullptr));
  EXPECT_REFUSED(acldumpRegCallback(nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acldumpRegCallback(TakeChunk, 1), ACL_ERROR_INVALID_PARAM, "flag is 0");
  EXPECT_OK(acldumpRegCallback(TakeChunk, 0));
  g_answer = 3;
  uint32_t id = 0;
  ASSERT_OK(aclmdlLoadFromFile(model_.c_str(), &id));
  const DeviceTensor input(std::vector<float>(6, 1)), output(24);
  EXPECT_REFUSED(aclmdlExecute(id, input.dataset(), output.dataset()), ACL_ERROR_WRITE_FILE, "gives 3 for");
  acldumpUnregCallback();
  g_answer = 0;
  EXPECT_OK(aclmdlExecute(id, input.dataset(), output.dataset()));
  EXPECT_OK(aclmdlUnload(id));
}

}  // namespace
}  // namespace opdk::acl_tests
