// Files in the user's directories, with right signatures: kernels, records, keys, encrypted models.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "graph_core/base/cache_key.h"
#include "graph_core/base/sha256.h"
#include "graph_core/engines/ai_core/cube/algorithm_choices.h"
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"
#include "graph_core/engines/ai_core/store/cache/kernel_cache.h"
#include "graph_core/engines/ai_core/store/cache/kernel_descriptor.h"
#include "graph_core/engines/ai_core/store/cache/library_record.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_signature.h"
#include "graph_core/package/elf_file.h"
#include "graph_core/package/library_records.h"
#include "graph_core/package/private_key.h"
#include "graph_core/package/signature.h"
#include "tbe/dsl.h"
#include "tests/fuzz/target.h"
#include "tests/graph_core/engines/ai_core/canonical_of.h"

namespace opdk::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKey = "1.0.0-baseline-fuzzed";

// A cache with a key, and the kernel that is looked for in it.
struct Store {
  Store()
      : root(fs::path(FileOf("", "kernel")).parent_path() / "cache"),
        cache(root, kKey),
        ir(tests::CanonicalOf(tbe::Placeholder(0, {8}, ge::DT_FLOAT) + tbe::Placeholder(1, {8}, ge::DT_FLOAT))
               .value()
               .ir),
        kernel{KernelName(ir), &ir} {
    const Status made = cache.Create();
    Expect(made.ok(), made.ok() ? "" : made.ToString());
    auto read = CacheKey::Read(root);
    Expect(read.ok(), read.ok() ? "" : read.status().ToString());
    key = std::make_unique<CacheKey>(*std::move(read));
  }
  void Write(const fs::path& file, std::string_view bytes) const {
    FileOf(bytes, (fs::path("cache") / kKey / file).string());
  }

  fs::path root;
  KernelCache cache;
  KernelIr ir;
  CodegenKernel kernel;
  std::unique_ptr<CacheKey> key;
};

// Returns the descriptor with the kernel's expression, the object's sum and a right signature, as far as it is JSON.
std::string SealedDescriptor(const Store& store, std::string_view text, std::string_view object) {
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::string(text);
  const auto name = json.find("binFileName");
  const std::string bin = name != json.end() && name->is_string() ? name->get<std::string>() : "";
  const std::string sum = Sha256(object), expression = Print(store.ir);
  json["sha256"] = sum;
  json["signature"] = store.key->Sign({"object", store.kernel.name, expression, bin, sum});
  if (json.contains("compileInfo") && json["compileInfo"].is_object()) json["compileInfo"]["expression"] = expression;
  return json.dump();
}

}  // namespace

void KernelStoreFiles(std::string_view bytes) {
  static Store store;
  const size_t end = bytes.find('\0');
  const std::string_view text = bytes.substr(0, end);
  const std::string_view object = end == std::string_view::npos ? std::string_view() : bytes.substr(end + 1);
  store.Write("kernel_meta/object.o", object);
  store.Write("kernel_meta/" + store.kernel.name + ".json", SealedDescriptor(store, text, object));
  static_cast<void>(store.cache.FindObject(store.kernel, {}));
  LibraryRecord record;
  if (auto parsed = ParseLibraryRecord(text)) record = *std::move(parsed);
  record.signature = store.key->Sign({"library", "hash", object});
  store.Write("lib/hash.json", bytes.empty() ? "" : FormatLibraryRecord(record));
  store.Write("lib/hash.so", object);
  static_cast<void>(store.cache.FindLibrary("hash"));
  store.Write("kernel_meta/onednn_" + HashText("problem") + ".json", text);
  static_cast<void>(AlgorithmChoices(store.root / kKey).Find("problem"));
  for (const CacheEntry& entry : ReadCache(store.root)) Expect(!entry.files.empty(), "an entry of no file");
  TrimCache(store.root, kKey, bytes.size());
  const LibraryRecords records(store.root / "records");
  const std::string hash = Sha256("library");
  const std::string subject = hash + "\n" + HostIdentity();
  FileOf(store.key->Sign({"record", subject, text}) + " " + std::string(text),
         "cache/records/verdict-" + hash.substr(0, 32));
  static_cast<void>(records.Verdict(hash));
}

void Library(std::string_view bytes) { static_cast<void>(ReadElfFile(FileOf(bytes, "library.so"))); }

void Keys(std::string_view bytes) {
  const auto key = ParsePublicKey(std::string(bytes.substr(0, bytes.find('\n'))), "fuzzed");
  if (key.ok()) Expect(ParsePublicKey(FormatPublicKey(*key), "again").ok(), FormatPublicKey(*key));
  const std::string path = FileOf(bytes, "name.private_key");
  chmod(path.c_str(), S_IRUSR | S_IWUSR);
  std::string name;
  unsigned char secret[64];
  for (const char* const kind : {"opdk-ed25519-private", kModelKeyKind.data()}) {
    static_cast<void>(ReadPrivateKey(path, kind, secret, name));
  }
  FileOf(bytes, "signed.om.sig");
  static_cast<void>(CheckOfflineSignature(FileOf("model", "signed.om"), std::string_view("model"), false));
}

void EncryptedModel(std::string_view bytes) {
  static const bool has_key = [] {
    const std::string text = std::string(kModelKeyKind) + " " + std::string(43, 'A') + "= name\n";
    const std::string path = FileOf(text, "model_key");
    setenv("OPDK_MODEL_KEY_FILE", path.c_str(), 1);
    return chmod(path.c_str(), S_IRUSR | S_IWUSR) == 0;
  }();
  Expect(has_key, "the key can't be written");
  const auto model = DecryptOffline(bytes);
  if (model.ok() && !IsEncrypted(bytes)) Expect(model->bytes == bytes, "what isn't encrypted was changed");
}

}  // namespace opdk::fuzz
