// The part of ONNX Runtime's C API that the benchmark calls. The table only ever grows at its end, so an entry's place
// in it is part of the ABI; entries are named by place here and called through `Entry`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace opdk::bench {

struct OrtStatus;
struct OrtEnv;
struct OrtSession;
struct OrtSessionOptions;
struct OrtMemoryInfo;
struct OrtValue;
struct OrtIoBinding;
struct OrtRunOptions;

struct OrtApi;  // a table of function pointers

struct OrtApiBase {
  const OrtApi* (*GetApi)(uint32_t version);
  const char* (*GetVersionString)();
};

constexpr uint32_t kOrtApiVersion = 12;  // has all that is used here
constexpr int kOrtWarnings = 2;          // OrtLoggingLevel
constexpr int kOrtEnableAll = 99;        // GraphOptimizationLevel
constexpr int kOrtArenaAllocator = 1;    // OrtAllocatorType
constexpr int kOrtDefaultMemory = 0;     // OrtMemType

// One entry of the table: its place and its type.
template <size_t place, typename Signature>
struct OrtEntry;
template <size_t place, typename Return, typename... Arguments>
struct OrtEntry<place, Return(Arguments...)> {
  static Return Call(const OrtApi* api, Arguments... arguments) {
    using Function = Return (*)(Arguments...);
    return reinterpret_cast<Function const*>(api)[place](arguments...);
  }
};

using OrtGetErrorMessage = OrtEntry<2, const char*(const OrtStatus*)>;
using OrtCreateEnv = OrtEntry<3, OrtStatus*(int level, const char* name, OrtEnv**)>;
using OrtCreateSession =
    OrtEntry<7, OrtStatus*(const OrtEnv*, const char* path, const OrtSessionOptions*, OrtSession**)>;
using OrtCreateSessionFromArray =
    OrtEntry<8, OrtStatus*(const OrtEnv*, const void* model, size_t bytes, const OrtSessionOptions*, OrtSession**)>;
using OrtCreateSessionOptions = OrtEntry<10, OrtStatus*(OrtSessionOptions**)>;
using OrtSetOptimizationLevel = OrtEntry<23, OrtStatus*(OrtSessionOptions*, int level)>;
using OrtSetIntraOpThreads = OrtEntry<24, OrtStatus*(OrtSessionOptions*, int threads)>;
using OrtSetInterOpThreads = OrtEntry<25, OrtStatus*(OrtSessionOptions*, int threads)>;
using OrtCreateTensorWithData = OrtEntry<49, OrtStatus*(const OrtMemoryInfo*, void* data, size_t bytes,
                                                        const int64_t* shape, size_t rank, int dtype, OrtValue**)>;
using OrtCreateCpuMemoryInfo = OrtEntry<69, OrtStatus*(int allocator, int memory, OrtMemoryInfo**)>;
using OrtReleaseEnv = OrtEntry<92, void(OrtEnv*)>;
using OrtReleaseStatus = OrtEntry<93, void(OrtStatus*)>;
using OrtReleaseMemoryInfo = OrtEntry<94, void(OrtMemoryInfo*)>;
using OrtReleaseSession = OrtEntry<95, void(OrtSession*)>;
using OrtReleaseValue = OrtEntry<96, void(OrtValue*)>;
using OrtReleaseSessionOptions = OrtEntry<100, void(OrtSessionOptions*)>;
using OrtRunWithBinding = OrtEntry<133, OrtStatus*(OrtSession*, const OrtRunOptions*, const OrtIoBinding*)>;
using OrtCreateIoBinding = OrtEntry<134, OrtStatus*(OrtSession*, OrtIoBinding**)>;
using OrtReleaseIoBinding = OrtEntry<135, void(OrtIoBinding*)>;
using OrtBindInput = OrtEntry<136, OrtStatus*(OrtIoBinding*, const char* name, const OrtValue*)>;
using OrtBindOutput = OrtEntry<137, OrtStatus*(OrtIoBinding*, const char* name, const OrtValue*)>;

}  // namespace opdk::bench
