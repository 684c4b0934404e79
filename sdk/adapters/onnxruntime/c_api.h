// The part of ONNX Runtime's C API that is called here. The table only ever grows at its end, so an entry's place
// in it is part of the ABI; entries are named by place here and called through `Entry`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace opdk::ort {

struct OrtStatus;
struct OrtEnv;
struct OrtSession;
struct OrtSessionOptions;
struct OrtMemoryInfo;
struct OrtValue;
struct OrtIoBinding;
struct OrtRunOptions;
struct OrtAllocator;
struct OrtTypeInfo;
struct OrtTensorInfo;  // OrtTensorTypeAndShapeInfo

struct OrtApi;  // a table of function pointers

struct OrtApiBase {
  const OrtApi* (*GetApi)(uint32_t version);
  const char* (*GetVersionString)();
};

constexpr uint32_t kOrtApiVersion = 12;  // has all entries that are used here
constexpr int kOrtErrors = 3;            // OrtLoggingLevel
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
using OrtRun = OrtEntry<9, OrtStatus*(OrtSession*, const OrtRunOptions*, const char* const* input_names,
                                      const OrtValue* const* inputs, size_t input_count,
                                      const char* const* output_names, size_t output_count, OrtValue** outputs)>;
using OrtCreateSessionOptions = OrtEntry<10, OrtStatus*(OrtSessionOptions**)>;
using OrtSetOptimizationLevel = OrtEntry<23, OrtStatus*(OrtSessionOptions*, int level)>;
using OrtSetIntraOpThreads = OrtEntry<24, OrtStatus*(OrtSessionOptions*, int threads)>;
using OrtSetInterOpThreads = OrtEntry<25, OrtStatus*(OrtSessionOptions*, int threads)>;
using OrtGetInputCount = OrtEntry<30, OrtStatus*(const OrtSession*, size_t*)>;
using OrtGetOutputCount = OrtEntry<31, OrtStatus*(const OrtSession*, size_t*)>;
using OrtGetInputType = OrtEntry<33, OrtStatus*(const OrtSession*, size_t index, OrtTypeInfo**)>;
using OrtGetOutputType = OrtEntry<34, OrtStatus*(const OrtSession*, size_t index, OrtTypeInfo**)>;
using OrtGetInputName = OrtEntry<36, OrtStatus*(const OrtSession*, size_t index, OrtAllocator*, char**)>;
using OrtGetOutputName = OrtEntry<37, OrtStatus*(const OrtSession*, size_t index, OrtAllocator*, char**)>;
using OrtCreateTensorWithData = OrtEntry<49, OrtStatus*(const OrtMemoryInfo*, void* data, size_t bytes,
                                                        const int64_t* shape, size_t rank, int dtype, OrtValue**)>;
using OrtGetTensorData = OrtEntry<51, OrtStatus*(OrtValue*, void** data)>;
using OrtTensorInfoOf = OrtEntry<55, OrtStatus*(const OrtTypeInfo*, const OrtTensorInfo**)>;
using OrtGetElementType = OrtEntry<60, OrtStatus*(const OrtTensorInfo*, int* dtype)>;
using OrtGetRank = OrtEntry<61, OrtStatus*(const OrtTensorInfo*, size_t* rank)>;
using OrtGetDims = OrtEntry<62, OrtStatus*(const OrtTensorInfo*, int64_t* dims, size_t rank)>;
using OrtGetTensorInfo = OrtEntry<65, OrtStatus*(const OrtValue*, OrtTensorInfo**)>;
using OrtCreateCpuMemoryInfo = OrtEntry<69, OrtStatus*(int allocator, int memory, OrtMemoryInfo**)>;
using OrtFree = OrtEntry<76, OrtStatus*(OrtAllocator*, void*)>;
using OrtGetAllocator = OrtEntry<78, OrtStatus*(OrtAllocator**)>;
using OrtReleaseEnv = OrtEntry<92, void(OrtEnv*)>;
using OrtReleaseStatus = OrtEntry<93, void(OrtStatus*)>;
using OrtReleaseMemoryInfo = OrtEntry<94, void(OrtMemoryInfo*)>;
using OrtReleaseSession = OrtEntry<95, void(OrtSession*)>;
using OrtReleaseValue = OrtEntry<96, void(OrtValue*)>;
using OrtReleaseTypeInfo = OrtEntry<98, void(OrtTypeInfo*)>;
using OrtReleaseTensorInfo = OrtEntry<99, void(OrtTensorInfo*)>;
using OrtReleaseSessionOptions = OrtEntry<100, void(OrtSessionOptions*)>;
using OrtSetConfigEntry = OrtEntry<130, OrtStatus*(OrtSessionOptions*, const char* key, const char* value)>;
using OrtRunWithBinding = OrtEntry<133, OrtStatus*(OrtSession*, const OrtRunOptions*, const OrtIoBinding*)>;
using OrtCreateIoBinding = OrtEntry<134, OrtStatus*(OrtSession*, OrtIoBinding**)>;
using OrtReleaseIoBinding = OrtEntry<135, void(OrtIoBinding*)>;
using OrtBindInput = OrtEntry<136, OrtStatus*(OrtIoBinding*, const char* name, const OrtValue*)>;
using OrtBindOutput = OrtEntry<137, OrtStatus*(OrtIoBinding*, const char* name, const OrtValue*)>;

}  // namespace opdk::ort
