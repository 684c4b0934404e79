#include "tests/fuzz/target.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace opdk::fuzz {
namespace {

constexpr std::array kTargets{
    Target{"model", Model, NewModel},
    Target{"model_run", ModelRun, NewModel},
    Target{"tensorflow", TensorFlow, NewTensorFlowGraph},
    Target{"tensorflow_run", TensorFlowRun, NewTensorFlowGraph},
    Target{"mindir", Mindir, NewMindir},
    Target{"mindir_run", MindirRun, NewMindir},
    Target{"bundle", Bundle},
    Target{"caffe", Caffe, NewCaffeWeights, true},
    Target{"caffe_run", CaffeRun, NewCaffeWeights, true},
    Target{"tensor", Tensor},
    Target{"op_info", OpInfo},
    Target{"case", Case},
    Target{"msopst", Msopst},
    Target{"definition", Definition},
    Target{"msopgen", Msopgen},
    Target{"ini", Ini},
    Target{"archive", Archive},
    Target{"manifest", ManifestText},
    Target{"ir_text", IrText},
    Target{"ir_text_run", IrTextRun},
    Target{"ir_proto", IrProto, NewIr},
    Target{"ir_proto_run", IrProtoRun, NewIr},
    Target{"om", Om},
    Target{"run_shapes", RunShapes},
    Target{"singleop", SingleOp},
    Target{"singleop_run", SingleOpRun},
    Target{"air", Air, NewIr},
    Target{"air_run", AirRun, NewIr},
    Target{"aipp", Aipp},
    Target{"aipp_run", AippRun},
    Target{"cache_record", CacheRecord},
    Target{"plugin_config", PluginConfig},
    Target{"kernel_store", KernelStoreFiles},
    Target{"library", Library},
    Target{"keys", Keys},
    Target{"encrypted_model", EncryptedModel},
    Target{"fusion_switches", FusionSwitchFile},
    Target{"precision", PrecisionFiles},
    Target{"acl_config", AclConfig},
    Target{"acl_config_run", AclConfigRun},
    Target{"ge_options", GeOptionTexts},
    Target{"acl_calls", AclCalls},
    Target{"results", Results},
    Target{"failure", Failure},
    Target{"dump_text", DumpText},
    Target{"sources", SourceText},
};

}  // namespace

std::span<const Target> Targets() { return kTargets; }

const Target* FindTarget(std::string_view name) {
  const auto* found = std::find_if(kTargets.begin(), kTargets.end(), [&](const Target& t) { return t.name == name; });
  return found == kTargets.end() ? nullptr : found;
}

void Expect(bool condition, const std::string& what) {
  if (condition) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

namespace {

// A directory that goes with the process. It lies in memory if the machine has such a directory, because a file is
// written for each input.
struct Directory {
  Directory() {
    const char* memory = "/dev/shm";
    path = (access(memory, W_OK) == 0 ? memory : std::filesystem::temp_directory_path().string()) +
           std::string("/opdk_fuzz_XXXXXX");
    Expect(mkdtemp(path.data()) != nullptr, "no directory can be made: " + path);
  }
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path;
};

}  // namespace

std::string FileOf(std::string_view bytes, const std::string& name) {
  static const Directory directory;
  const std::string path = directory.path + "/" + name;
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

}  // namespace opdk::fuzz
