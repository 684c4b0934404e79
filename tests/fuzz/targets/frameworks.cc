// Models of TensorFlow, Caffe and MindSpore, whose messages only the built-in package has.
#include <google/protobuf/message.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/ir/from_operators.h"
#include "opdk/crc32c.h"
#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

google::protobuf::Message* NewMessage(const std::string& type) {
  static_cast<void>(TestPackages());
  const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  Expect(descriptor != nullptr, "the built-in package has no message " + type);
  return google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New();
}

// Use of a graph that was read.
using GraphUse = void (*)(Graph graph);
void RunGraph(Graph graph) { Use(graph); }

void ParseFor(GraphUse use, const std::vector<std::string>& files, domi::FrameworkType framework,
              const std::map<std::string, std::string>& options = {}) {
  auto parsed = TestPackages()->ParseModel({files, options, framework});
  if (!parsed.ok()) return;
  auto graph = FromOperators(parsed->graph);
  if (graph.ok()) use(*std::move(graph));
}

void TensorFlowFor(GraphUse use, std::string_view bytes) {
  const std::string path = FileOf(bytes, "graph.pb");
  ParseFor(use, {path}, domi::TENSORFLOW);
  // Graphs with variables say nothing by themselves.
  if (bytes.find("train_op") == std::string_view::npos) return;
  for (const char* const outputs : {"init", "train_op;loss"}) {
    ParseFor(use, {path}, domi::TENSORFLOW, {{"out_nodes", outputs}});
  }
}

void MindirFor(GraphUse use, std::string_view bytes) {
  ParseFor(use, {FileOf(bytes, "graph.mindir")}, domi::MINDSPORE);
}

void CaffeFor(GraphUse use, std::string_view bytes) {
  const size_t end = bytes.find('\0');
  std::vector<std::string> files = {FileOf(bytes.substr(0, end), "net.prototxt")};
  if (end != std::string_view::npos) files.push_back(FileOf(bytes.substr(end + 1), "net.caffemodel"));
  ParseFor(use, files, domi::CAFFE);
}

// A model whose variables `v` and `w` are restored under their own names.
constexpr const char* kRestoringModel = R"(
saved_model_schema_version: 1
meta_graphs {
  meta_info_def { tags: "serve" }
  graph_def {
    node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
           attr { key: "shape" value { shape { dim { size: 2 } dim { size: 3 } } } } }
    node { name: "prefix" op: "Const" attr { key: "dtype" value { type: DT_STRING } }
           attr { key: "value" value { tensor { dtype: DT_STRING string_val: "model" } } } }
    node { name: "names" op: "Const" attr { key: "dtype" value { type: DT_STRING } }
           attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 2 } }
                                                string_val: "v" string_val: "w" } } } }
    node { name: "restore" op: "RestoreV2" input: "prefix" input: "names" input: "names"
           attr { key: "dtypes" value { list { type: DT_FLOAT type: DT_FLOAT } } } }
    node { name: "v" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } }
    node { name: "w" op: "VarHandleOp" attr { key: "dtype" value { type: DT_FLOAT } } }
    node { name: "set_v" op: "AssignVariableOp" input: "v" input: "restore" }
    node { name: "set_w" op: "AssignVariableOp" input: "w" input: "restore:1" }
    node { name: "read_v" op: "ReadVariableOp" input: "v" attr { key: "dtype" value { type: DT_FLOAT } } }
    node { name: "read_w" op: "ReadVariableOp" input: "w" attr { key: "dtype" value { type: DT_FLOAT } } }
    node { name: "product" op: "MatMul" input: "x" input: "read_v" attr { key: "T" value { type: DT_FLOAT } } }
    node { name: "y" op: "AddV2" input: "product" input: "read_w" attr { key: "T" value { type: DT_FLOAT } } }
  }
  signature_def { key: "serving_default" value {
    inputs { key: "x" value { name: "x:0" } }
    outputs { key: "y" value { name: "y:0" } } } }
})";

std::optional<uint64_t> TakeVarint(std::string_view& bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

// Gives the block at a place its checksum; it, or nothing where it lies outside.
std::optional<std::string_view> SealBlock(std::string& index, std::string_view& place) {
  constexpr size_t kTrailer = 5;
  const auto offset = TakeVarint(place), size = TakeVarint(place);
  if (!offset || !size || *offset > index.size() || *size > index.size() - *offset ||
      index.size() - *offset - *size < kTrailer) {
    return std::nullopt;
  }
  const uint32_t sum = Crc32c(std::string_view(index).substr(*offset, *size + 1));
  const uint32_t masked = (sum >> 15 | sum << 17) + 0xa282ead8U;
  std::memcpy(index.data() + *offset + *size + 1, &masked, sizeof masked);
  return std::string_view(index).substr(*offset, *size);
}

// Corrects the checksums of all blocks that can be found, like somebody who changes an index on purpose.
void Seal(std::string& index) {
  constexpr size_t kFooter = 48;
  if (index.size() < kFooter) return;
  std::string footer = index.substr(index.size() - kFooter);
  std::string_view places = footer;
  if (!TakeVarint(places) || !TakeVarint(places)) return;
  std::string_view place_of_blocks = places;
  const auto found = SealBlock(index, place_of_blocks);
  if (!found) return;
  std::string copy(*found);
  for (std::string_view entries = copy; entries.size() > 3;) {
    const auto shared = TakeVarint(entries), rest = TakeVarint(entries), size = TakeVarint(entries);
    if (!shared || !rest || !size || *rest > entries.size() || *size > entries.size() - *rest) break;
    std::string_view place = entries.substr(*rest, *size);
    SealBlock(index, place);
    entries.remove_prefix(*rest + *size);
  }
  // The list of blocks may lie in a block itself.
  SealBlock(index, places);
}

}  // namespace

google::protobuf::Message* NewTensorFlowGraph() { return NewMessage("opdk.tensorflow.GraphDef"); }
google::protobuf::Message* NewMindir() { return NewMessage("opdk.mindir.ModelProto"); }
google::protobuf::Message* NewCaffeWeights() { return NewMessage("opdk.caffe.NetParameter"); }

void TensorFlow(std::string_view bytes) { TensorFlowFor(Infer, bytes); }
void TensorFlowRun(std::string_view bytes) { TensorFlowFor(RunGraph, bytes); }
void Mindir(std::string_view bytes) { MindirFor(Infer, bytes); }
void MindirRun(std::string_view bytes) { MindirFor(RunGraph, bytes); }
void Caffe(std::string_view bytes) { CaffeFor(Infer, bytes); }
void CaffeRun(std::string_view bytes) { CaffeFor(RunGraph, bytes); }

void Bundle(std::string_view bytes) {
  static const std::string directory = [] {
    const std::string model = FileOf(kRestoringModel, "saved_model.pbtxt");
    std::filesystem::path path = std::filesystem::path(model).parent_path();
    std::filesystem::create_directory(path / "variables");
    return path.string();
  }();
  // Cuts the bytes behind the magic number that ends an index.
  constexpr std::string_view kMagic("\x57\xfb\x80\x8b\x24\x75\x47\xdb", 8);
  const size_t magic = bytes.find(kMagic);
  const size_t end = magic == std::string_view::npos ? bytes.size() : magic + kMagic.size();
  std::string index(bytes.substr(0, end));
  Seal(index);
  FileOf(index, "variables/variables.index");
  FileOf(bytes.substr(end), "variables/variables.data-00000-of-00001");
  ParseFor(Infer, {directory}, domi::TENSORFLOW);
}

}  // namespace opdk::fuzz
