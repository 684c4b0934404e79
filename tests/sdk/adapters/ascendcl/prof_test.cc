// Times in files: of models, single operators, and the program's own marks.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "acl/acl_op_compiler.h"
#include "acl/acl_prof.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

namespace fs = std::filesystem;

class Prof : public AclModel {
 protected:
  void SetUp() override {
    directory_ = ::testing::TempDir() + "acl_prof_" + std::to_string(getpid());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
    AclModel::SetUp();
  }
  void TearDown() override {
    AclModel::TearDown();
    fs::remove_all(directory_);
  }
  aclError Init() const { return aclprofInit(directory_.c_str(), directory_.size()); }
  static aclprofConfig* Config(uint64_t what) {
    uint32_t device = 0;
    return aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, nullptr, what);
  }
  void Run() const {
    const DeviceTensor input(std::vector<float>(6, 1)), output(24);
    EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
  }
  nlohmann::json Trace(const std::string& profile = "PROF_acl") const {
    std::ifstream file(directory_ + "/" + profile + "/trace.json");
    return nlohmann::json::parse(std::string(std::istreambuf_iterator<char>(file), {}))["traceEvents"];
  }
  // Returns the names of a category's events.
  std::vector<std::string> Names(const std::string& category, const std::string& profile = "PROF_acl") const {
    std::vector<std::string> names;
    for (const auto& event : Trace(profile)) {
      if (event["cat"] == category) names.push_back(event["name"]);
    }
    return names;
  }
  std::string directory_;
};

TEST_F(Prof, RecordsRunsAndTasksBetweenStartAndStop) {
  aclprofConfig* config = Config(ACL_PROF_ACL_API | ACL_PROF_TASK_TIME);
  Run();
  EXPECT_OK(Init());
  EXPECT_OK(aclprofStart(config));
  Run();
  Run();
  EXPECT_OK(aclprofStop(config));
  Run();
  EXPECT_EQ(Names("run").size(), 2U);
  EXPECT_GT(Trace().size(), 2U);
  std::ifstream statistic(directory_ + "/PROF_acl/op_statistic.csv");
  const std::string text(std::istreambuf_iterator<char>(statistic), {});
  EXPECT_THAT(text, ::testing::HasSubstr(",2,"));
  // Each start has files of its own.
  EXPECT_OK(aclprofStart(config));
  Run();
  EXPECT_OK(aclprofFinalize());
  EXPECT_EQ(Names("run", "PROF_acl.1").size(), 1U);
  EXPECT_OK(aclprofDestroyConfig(config));
}

TEST_F(Prof, RecordsSingleOperators) {
  aclprofConfig* config = Config(ACL_PROF_TASK_TIME_L0);
  EXPECT_OK(Init());
  EXPECT_OK(aclprofStart(config));
  const int64_t dims[1] = {6};
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 1, dims, ACL_FORMAT_ND);
  const DeviceTensor x(std::vector<float>(6, 1)), y(24);
  aclDataBuffer *from = x.buffer(), *to = y.buffer();
  aclTensorDesc* descs[1] = {desc};
  EXPECT_OK(aclopCompileAndExecute("Exp", 1, descs, &from, 1, descs, &to, nullptr, ACL_ENGINE_SYS, ACL_COMPILE_SYS,
                                   nullptr, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_OK(aclprofStop(config));
  EXPECT_OK(aclprofFinalize());
  EXPECT_OK(aclprofDestroyConfig(config));
  aclDestroyTensorDesc(desc);
  const auto trace = Trace();
  EXPECT_TRUE(std::any_of(trace.begin(), trace.end(), [](const auto& event) { return event["args"]["type"] == "Exp"; }))
      << trace;
}

TEST_F(Prof, RecordsTheProgramsMarks) {
  aclprofConfig* config = Config(ACL_PROF_MSPROFTX);
  EXPECT_OK(Init());
  void* stamp = aclprofCreateStamp();
  EXPECT_OK(aclprofSetStampTraceMessage(stamp, "too early", 9));
  EXPECT_OK(aclprofMark(stamp));
  EXPECT_OK(aclprofStart(config));
  Run();
  EXPECT_OK(aclprofSetStampTraceMessage(stamp, "mark", 4));
  EXPECT_OK(aclprofMark(stamp));
  EXPECT_OK(aclprofMarkEx("on a stream", 11, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_OK(aclprofSetStampTraceMessage(stamp, "outer", 5));
  EXPECT_OK(aclprofPush(stamp));
  EXPECT_OK(aclprofSetStampTraceMessage(stamp, "inner", 5));
  EXPECT_OK(aclprofPush(stamp));
  EXPECT_OK(aclprofPop());
  EXPECT_OK(aclprofPop());
  uint32_t range = 0;
  EXPECT_OK(aclprofRangeStart(stamp, &range));
  std::thread([range] { EXPECT_OK(aclprofRangeStop(range)); }).join();
  aclprofDestroyStamp(stamp);
  EXPECT_OK(aclprofStop(config));
  EXPECT_OK(aclprofDestroyConfig(config));
  EXPECT_OK(aclprofFinalize());
  EXPECT_EQ(Names("mark"), (std::vector<std::string>{"mark", "on a stream"}));
  EXPECT_EQ(Names("range"), (std::vector<std::string>{"inner", "outer", "inner"}));
  EXPECT_EQ(Names("run"), std::vector<std::string>());
}

TEST_F(Prof, RecordsASteps) {
  aclprofConfig* config = Config(ACL_PROF_TRAINING_TRACE);
  EXPECT_OK(Init());
  EXPECT_OK(aclprofStart(config));
  aclprofStepInfo* step = aclprofCreateStepInfo();
  EXPECT_REFUSED(aclprofGetStepTimestamp(step, ACL_STEP_END, nullptr), ACL_ERROR_INVALID_PARAM, "was not started");
  EXPECT_OK(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr));
  EXPECT_OK(aclprofGetStepTimestamp(step, ACL_STEP_END, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_REFUSED(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr), ACL_ERROR_INVALID_PARAM, "once");
  EXPECT_REFUSED(aclprofGetStepTimestamp(step, static_cast<aclprofStepTag>(7), nullptr), ACL_ERROR_INVALID_PARAM,
                 "starts or ends");
  aclprofDestroyStepInfo(step);
  EXPECT_REFUSED(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr), ACL_ERROR_INVALID_PARAM, "destroyed before");
  aclprofDestroyStepInfo(step);
  EXPECT_ERROR("destroyed before");
  EXPECT_OK(aclprofStop(config));
  EXPECT_OK(aclprofFinalize());
  EXPECT_OK(aclprofDestroyConfig(config));
  EXPECT_EQ(Names("step").size(), 1U);
}

TEST_F(Prof, BeginsWithTheFileOfTheProcess) {
  const std::string file = directory_ + "/acl.json";
  const auto begin = [&](const std::string& section) {
    std::ofstream(file) << "{\"profiler\": " << section << "}";
    return aclInit(file.c_str());
  };
  EXPECT_OK(aclmdlUnload(model_));
  EXPECT_OK(aclFinalize());
  EXPECT_REFUSED(begin("1"), ACL_ERROR_INVALID_PROFILING_CONFIG, "no object");
  EXPECT_REFUSED(begin(R"({"switch": "maybe"})"), ACL_ERROR_INVALID_PROFILING_CONFIG, "\"on\" or \"off\"");
  EXPECT_REFUSED(begin(R"({"colour": "on"})"), ACL_ERROR_INVALID_PROFILING_CONFIG, "colour");
  EXPECT_REFUSED(begin(R"({"output": "/nowhere"})"), ACL_ERROR_INVALID_PROFILING_CONFIG, "/nowhere");
  EXPECT_OK(begin(R"({"switch": "off", "output": "/nowhere"})"));
  EXPECT_OK(aclFinalize());
  ASSERT_OK(begin(R"({"switch": "on", "output": ")" + directory_ + R"(", "aicpu": "on"})"));
  EXPECT_OK(aclrtSetDevice(0));
  ASSERT_OK(aclmdlLoadFromFile(path_.c_str(), &model_));
  EXPECT_REFUSED(Init(), ACL_ERROR_PROF_ALREADY_RUN, "begun before");
  Run();
  EXPECT_EQ(Names("run").size(), 1U);
}

TEST_F(Prof, RefusesCallsInTheWrongOrder) {
  aclprofConfig *config = Config(ACL_PROF_TASK_TIME), *other = Config(ACL_PROF_AICPU);
  EXPECT_REFUSED(aclprofStart(config), ACL_ERROR_PROF_NOT_RUN, "aclprofInit");
  EXPECT_REFUSED(aclprofFinalize(), ACL_ERROR_PROF_NOT_RUN, "aclprofInit");
  EXPECT_OK(Init());
  EXPECT_REFUSED(Init(), ACL_ERROR_PROF_ALREADY_RUN, "begun before");
  EXPECT_REFUSED(aclprofStop(config), ACL_ERROR_PROF_NOT_RUN, "aclprofStart");
  EXPECT_OK(aclprofStart(config));
  EXPECT_REFUSED(aclprofStart(other), ACL_ERROR_PROF_ALREADY_RUN, "called before");
  EXPECT_REFUSED(aclprofStop(other), ACL_ERROR_INVALID_PARAM, "another configuration");
  EXPECT_REFUSED(aclprofDestroyConfig(config), ACL_ERROR_PROF_ALREADY_RUN, "in use");
  EXPECT_OK(aclprofStop(config));
  EXPECT_OK(aclprofFinalize());
  EXPECT_OK(aclprofDestroyConfig(config));
  EXPECT_OK(aclprofDestroyConfig(other));
  EXPECT_REFUSED(aclprofStart(config), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclprofStop(config), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclprofDestroyConfig(config), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

TEST_F(Prof, RefusesWrongArguments) {
  EXPECT_REFUSED(aclprofInit(nullptr, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofInit("/tmp", 0), ACL_ERROR_INVALID_PARAM, "1 to 4096");
  EXPECT_REFUSED(aclprofInit("/nowhere", 8), ACL_ERROR_INVALID_FILE, "/nowhere");
  uint32_t device = 0, no_device = 1;
  const auto make = [](uint32_t* devices, uint32_t count, int metric, const void* events, uint64_t what) {
    return aclprofCreateConfig(devices, count, static_cast<aclprofAicoreMetrics>(metric),
                               static_cast<const aclprofAicoreEvents*>(events), what);
  };
  EXPECT_EQ(make(nullptr, 1, 0, nullptr, ACL_PROF_TASK_TIME), nullptr);
  EXPECT_ERROR("NULL");
  EXPECT_EQ(make(&no_device, 1, 0, nullptr, ACL_PROF_TASK_TIME), nullptr);
  EXPECT_ERROR("device 0");
  EXPECT_EQ(make(&device, 1, 42, nullptr, ACL_PROF_TASK_TIME), nullptr);
  EXPECT_ERROR("no such metric: aicoreMetrics is 42");
  EXPECT_EQ(make(&device, 1, 0, &device, ACL_PROF_TASK_TIME), nullptr);
  EXPECT_ERROR("no events of AI Cores");
  EXPECT_EQ(make(&device, 1, 0, nullptr, 0), nullptr);
  EXPECT_ERROR("nothing to record");
  EXPECT_EQ(make(&device, 1, 0, nullptr, ACL_PROF_TASK_TIME | 0x400), nullptr);
  EXPECT_ERROR("no records have these bits");

  uint32_t range = 0;
  void* stamp = aclprofCreateStamp();
  const std::string long_text(128, 'x');
  EXPECT_REFUSED(aclprofSetStampTraceMessage(stamp, nullptr, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofSetStampTraceMessage(stamp, long_text.c_str(), 128), ACL_ERROR_INVALID_PARAM, "1 to 127");
  EXPECT_REFUSED(aclprofMarkEx("", 0, nullptr), ACL_ERROR_INVALID_PARAM, "1 to 127");
  EXPECT_REFUSED(aclprofMarkEx("mark", 4, &range), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclprofPop(), ACL_ERROR_INVALID_PARAM, "pushed nothing");
  EXPECT_REFUSED(aclprofRangeStart(stamp, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofRangeStop(9999), ACL_ERROR_INVALID_PARAM, "no range 9999");
  aclprofDestroyStamp(stamp);
  EXPECT_REFUSED(aclprofMark(stamp), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclprofPush(stamp), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclprofRangeStart(&range, &range), ACL_ERROR_INVALID_PARAM, "nothing made it");
  aclprofDestroyStamp(nullptr);
  EXPECT_ERROR("NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
