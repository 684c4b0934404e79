// Functions that are fuzzed. Each takes any bytes, and may refuse them in any way. It must return in bounded time and
// memory. Anything that it accepts must come back from its own writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace google::protobuf {
class Message;
}

namespace opdk::fuzz {

struct Target {
  // Also the corpus's folder. A target `X_run` starts from the corpus of `X`: `X` reads an input, `X_run` also runs the
  // graph that was read.
  std::string_view name;
  void (*run)(std::string_view bytes);
  // Inputs that are messages of protobuf are mutated field by field too: a new message of the type, else nullptr.
  google::protobuf::Message* (*message)() = nullptr;
  // The message stands behind the input's first NUL, and a text before it.
  bool behind_text = false;
};

// Returns every target, in the order of the table in README.md.
std::span<const Target> Targets();
// Returns the target of that name; nullptr: there is none.
const Target* FindTarget(std::string_view name);

// Ends the process with `what` unless `condition` holds. A reader that accepted something must accept its writer's text
// of it.
void Expect(bool condition, const std::string& what);

// Writes `bytes` to a file of this process, for readers that take paths. Returns its path. `name` may carry an
// extension.
std::string FileOf(std::string_view bytes, const std::string& name);

// Changes fields of the message that `data` holds in `size` bytes; it may grow to `most` bytes. The new size, 0 when
// the bytes are no such message.
size_t MutateMessage(google::protobuf::Message& message, uint8_t* data, size_t size, size_t most, unsigned seed);

// Fuzzes the readers of targets/*.cc, one function per target.
void Model(std::string_view bytes);
void ModelRun(std::string_view bytes);
google::protobuf::Message* NewModel();
void Tensor(std::string_view bytes);
void OpInfo(std::string_view bytes);
void Case(std::string_view bytes);
void Msopst(std::string_view bytes);
void Definition(std::string_view bytes);
void Msopgen(std::string_view bytes);
void Ini(std::string_view bytes);
void Archive(std::string_view bytes);
void ManifestText(std::string_view bytes);
void IrText(std::string_view bytes);
void IrTextRun(std::string_view bytes);
void IrProto(std::string_view bytes);
void IrProtoRun(std::string_view bytes);
google::protobuf::Message* NewIr();
void Om(std::string_view bytes);
void RunShapes(std::string_view bytes);
void SingleOp(std::string_view bytes);
void SingleOpRun(std::string_view bytes);
void Air(std::string_view bytes);
void AirRun(std::string_view bytes);
void Aipp(std::string_view bytes);
void AippRun(std::string_view bytes);
void TensorFlow(std::string_view bytes);
void TensorFlowRun(std::string_view bytes);
google::protobuf::Message* NewTensorFlowGraph();
void Mindir(std::string_view bytes);
void MindirRun(std::string_view bytes);
google::protobuf::Message* NewMindir();
void Bundle(std::string_view bytes);
void Caffe(std::string_view bytes);
void CaffeRun(std::string_view bytes);
google::protobuf::Message* NewCaffeWeights();
void CacheRecord(std::string_view bytes);
void PluginConfig(std::string_view bytes);
void KernelStoreFiles(std::string_view bytes);
void Library(std::string_view bytes);
void Keys(std::string_view bytes);
void EncryptedModel(std::string_view bytes);
void FusionSwitchFile(std::string_view bytes);
void PrecisionFiles(std::string_view bytes);
void AclConfig(std::string_view bytes);
void AclConfigRun(std::string_view bytes);
void GeOptionTexts(std::string_view bytes);
void AclCalls(std::string_view bytes);
void Results(std::string_view bytes);
void Failure(std::string_view bytes);
void DumpText(std::string_view bytes);
void SourceText(std::string_view bytes);

}  // namespace opdk::fuzz
