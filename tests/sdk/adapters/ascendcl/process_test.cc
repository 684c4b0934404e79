// aclInit, its file, aclFinalize; errors of a thread.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

extern "C" int c99_bytes_of_a_float(void);

namespace opdk::acl_tests {
namespace {

using ::testing::HasSubstr;

class Process : public ::testing::Test {
 protected:
  void SetUp() override { UseBuiltinOperatorsAlone(); }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string File(const std::string& text) const {
    std::ofstream(path_) << text;
    return path_;
  }
  const std::string path_ = ::testing::TempDir() + "acl_process_" + std::to_string(getpid()) + ".json";
};

TEST_F(Process, BeginsAndEndsAgainAndAgain) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_OK(aclInit(nullptr));
    EXPECT_REFUSED(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE, "aclInit: it was called before");
    EXPECT_OK(aclFinalize());
    EXPECT_REFUSED(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE, "aclFinalize");
  }
}

TEST_F(Process, NothingWorksBeforeIt) {
  int32_t device = 0;
  void* address = nullptr;
  uint32_t id = 0;
  EXPECT_REFUSED(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE, "aclInit was not called");
  EXPECT_REFUSED(aclrtGetDevice(&device), ACL_ERROR_UNINITIALIZE, "aclInit was not called");
  EXPECT_REFUSED(aclrtMalloc(&address, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_UNINITIALIZE, "aclInit was not called");
  EXPECT_REFUSED(aclmdlLoadFromFile("model.om", &id), ACL_ERROR_UNINITIALIZE, "aclInit was not called");
}

TEST_F(Process, ReadsItsFile) {
  for (const char* text : {"", "  \n", "{}", R"({"defaultDevice": {"default_device": "0"}})",
                           R"({"max_opqueue_num": "30"})", R"({"max_opqueue_num": 30})"}) {
    EXPECT_OK(aclInit(File(text).c_str()));
    EXPECT_OK(aclFinalize());
  }
  EXPECT_OK(aclInit(""));
  EXPECT_OK(aclFinalize());
}

TEST_F(Process, RefusesAFileThatItCannotFollow) {
  EXPECT_REFUSED(aclInit("/nowhere/acl.json"), ACL_ERROR_INVALID_FILE, "/nowhere/acl.json");
  EXPECT_REFUSED(aclInit(File("{").c_str()), ACL_ERROR_PARSE_FILE, "no JSON object");
  EXPECT_REFUSED(aclInit(File("[]").c_str()), ACL_ERROR_PARSE_FILE, "no JSON object");
  EXPECT_REFUSED(aclInit(File(R"({"colour": 1})").c_str()), ACL_ERROR_FILE_ATTR_INVALID, "'colour'");
  EXPECT_REFUSED(aclInit(File(R"({"dump": 1})").c_str()), ACL_ERROR_INVALID_DUMP_CONFIG, "no object");
  EXPECT_REFUSED(aclInit(File(R"({"dump": {}})").c_str()), ACL_ERROR_INVALID_DUMP_CONFIG, "\"dump_path\" is missing");
  for (const char* count : {"0", "\"many\"", "-3", "{}"}) {
    EXPECT_REFUSED(aclInit(File(std::string(R"({"max_opqueue_num": )") + count + "}").c_str()),
                   ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG, "not a number above 0");
  }
  // After each of these it can still begin.
  EXPECT_OK(aclInit(nullptr));
  EXPECT_OK(aclFinalize());
}

TEST_F(Process, TheEndListsResourcesThatWereNotFreed) {
  EXPECT_OK(aclInit(nullptr));
  EXPECT_OK(aclrtSetDevice(0));
  void* memory = nullptr;
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  EXPECT_OK(aclrtMalloc(&memory, 1234, ACL_MEM_MALLOC_NORMAL_ONLY));
  EXPECT_OK(aclrtCreateStream(&stream));
  EXPECT_OK(aclrtCreateEvent(&event));
  aclDataBuffer* buffer = aclCreateDataBuffer(memory, 1234);
  ::testing::internal::CaptureStderr();
  EXPECT_OK(aclFinalize());
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("1 allocations of 1234 bytes were not freed"));
  for (const char* what : {"streams", "events", "data buffers"}) {
    EXPECT_THAT(log, HasSubstr(std::string("1 of these are left: ") + what));
  }
  EXPECT_OK(aclDestroyDataBuffer(buffer));
  EXPECT_OK(aclrtDestroyEvent(event));
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_OK(aclrtFree(memory));
}

TEST_F(Process, TheEndIsSilentWhereAllResourcesWereFreed) {
  EXPECT_OK(aclInit(nullptr));
  ::testing::internal::CaptureStderr();
  EXPECT_OK(aclFinalize());
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(Process, AnErrorIsItsThreadsAndToldOnce) {
  aclFinalize();
  std::thread([] {
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
    EXPECT_NE(aclFinalize(), ACL_SUCCESS);
    EXPECT_NE(aclGetRecentErrMsg(), nullptr);
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  }).join();
  EXPECT_THAT(LastError(), HasSubstr("aclFinalize"));
}

TEST_F(Process, TellsItsVersion) {
  int32_t major = 0, minor = 0, patch = -1;
  EXPECT_OK(aclrtGetVersion(&major, &minor, &patch));
  EXPECT_EQ(major, ACL_MAJOR_VERSION);
  EXPECT_EQ(minor, ACL_MINOR_VERSION);
  EXPECT_EQ(patch, ACL_PATCH_VERSION);
  EXPECT_REFUSED(aclrtGetVersion(nullptr, &minor, &patch), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(Process, TheApplicationsLinesAreInTheLog) {
  ::testing::internal::CaptureStderr();
  aclAppLog(ACL_ERROR, "main", "main.c", 7, "%d of %s", 3, "four");
  aclAppLog(ACL_ERROR, nullptr, nullptr, 0, nullptr);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("3 of four (main, main.c:7)"));
}

TEST_F(Process, EndsWithoutAclFinalizeWhileAStreamWaits) {
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(5);
    alarm(120);  // instead of hanging
    execl(OPDK_BINARY_DIR "/bin/opdk_acl_misuse", "opdk_acl_misuse", "blocked stream", nullptr);
    _exit(4);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(Process, TheHeadersAreC99) { EXPECT_EQ(c99_bytes_of_a_float(), 4); }

}  // namespace
}  // namespace opdk::acl_tests
