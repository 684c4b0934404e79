#include "graph_core/loading/offline_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "graph_core/base/file.h"
#include "graph_core/base/mapped_file.h"
#include "graph_core/base/trust.h"
#include "graph_core/loading/bundle_file.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_signature.h"
#include "graph_core/program/om_container.h"
#include "graph_core/program/weights_file.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

// The limit of tensors, because an offline model may be larger than any other model file.
constexpr FileKind kOfflineFile{"the offline model", kMaxTensor};

std::filesystem::path WeightsDirectory(const std::filesystem::path& model) { return model.parent_path() / "weight"; }

// The users who may write the file. kAnybody: anybody, if nothing of the file runs. kOwner: root and this user.
// kAllowed: these two, and anybody if the user allows untrusted packages.
enum class Writers { kAnybody, kOwner, kAllowed };

Result<InputFile> Open(const std::string& path, Writers writers) {
  if (writers == Writers::kAnybody) return InputFile::Open(path, kOfflineFile);
  TrustCheck check(true);
  return writers == Writers::kOwner ? check.Open(path, kOfflineFile) : OpenTrusted(path, kOfflineFile, check);
}

// Reads a file into a copy. The model computes with these bytes as long as it is loaded, and another program may write
// to the file.
Result<std::shared_ptr<const MappedFile>> ReadOne(const std::string& path, Writers writers) {
  OPDK_TRY(const InputFile file, Open(path, writers));
  OPDK_TRY(MappedFile bytes, MappedFile::Copy(file));
  return std::shared_ptr<const MappedFile>(std::make_shared<MappedFile>(std::move(bytes)));
}

Result<std::string> HeadOf(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kOfflineFile));
  return file.ReadHead(kEncryptedMagic.size());
}

bool BeginsAsOffline(std::string_view head) { return head.starts_with(kOmMagic) || IsEncrypted(head); }

Result<OfflineBytes> ReadModel(const std::string& path, Writers writers) {
  // The head tells what is no offline model: gigabytes needn't be read for that.
  OPDK_TRY(const std::string head, HeadOf(path));
  if (!BeginsAsOffline(head)) return ReadOmTable(head).status().At(path);
  OPDK_TRY(const auto file, ReadOne(path, writers));
  auto readable = DecryptOffline({file->bytes(), file});
  if (!readable.ok()) return std::move(readable).status().At(path);
  OfflineBytes model = *std::move(readable);
  const auto outside = ReadOmTable(model.bytes);
  // ReadProgram reports the error.
  if (!outside.ok()) return model;
  auto weights_file = WeightsFileOf(*outside);
  if (!weights_file.ok()) return std::move(weights_file).status().At(path);
  if (!*weights_file) return model;
  auto weights = ReadOne((WeightsDirectory(path) / (*weights_file)->name).string(), writers);
  if (!weights.ok()) return std::move(weights).status().At(path);
  model.weights = (*weights)->bytes();
  model.weights_owner = *std::move(weights);
  return model;
}

Result<OfflineFacts> Facts(const OfflineBytes& model, const std::string& path) {
  Result<OfflineFacts> facts = ReadFacts(model);
  if (!facts.ok()) return std::move(facts).status().At(path);
  for (OmSection& section : facts->sections) section.bytes = {nullptr, section.bytes.size()};
  return facts;
}

bool HoldsWeights(const std::filesystem::path& path, const WeightsFile& file) {
  const auto there = ReadOne(path.string(), Writers::kAllowed);
  return there.ok() && CheckWeights(file, (*there)->bytes()).ok();
}

}  // namespace

Result<OfflineBytes> ReadOffline(const std::string& path) {
  OPDK_TRY(OfflineBytes model, ReadModel(path, Writers::kAllowed));
  OPDK_TRY(CheckOfflineSignature(path, model, EnvironmentRequiresSignature()));
  return model;
}

Result<OfflineBytes> ReadOwnOffline(const std::string& path) { return ReadModel(path, Writers::kOwner); }

Result<std::string> DescribeSignature(const std::string& path) {
  OPDK_TRY(const OfflineBytes model, ReadModel(path, Writers::kAnybody));
  OPDK_TRY(const SignatureVerdict verdict, CheckOfflineSignature(path, model, false));
  return verdict.text;
}

Status WriteOffline(const std::string& path, std::string_view model) {
  OPDK_TRY(const std::vector<OmSection> sections, ReadOmTable(model));
  const bool apart = std::any_of(sections.begin(), sections.end(),
                                 [](const OmSection& section) { return section.type == OmPartition::kWeightsFile; });
  if (!apart) return WriteFile(path, model);
  OPDK_TRY(const SplitModel split, SplitWeights(model));
  const std::filesystem::path directory = WeightsDirectory(path);
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make the directory: {}", error.message()))
        .At(directory.string());
  }
  // A file of this name already has these bytes, and other models use it.
  const std::filesystem::path weights = directory / split.file.name;
  if (!HoldsWeights(weights, split.file)) OPDK_TRY(WriteFile(weights, split.weights));
  return WriteFile(path, split.model);
}

Result<OfflineFacts> FactsOfFile(const std::string& path) {
  OPDK_TRY(const OfflineBytes model, ReadModel(path, Writers::kAnybody));
  return Facts(model, path);
}

Result<std::vector<OfflineFacts>> FactsOfBundle(const std::string& path) {
  OPDK_TRY(const OfflineBytes file, ReadModel(path, Writers::kAnybody));
  std::vector<std::string_view> models = {file.bytes};
  const bool bundle = IsBundle(file.bytes);
  if (bundle) {
    auto read = ReadBundle(file.bytes);
    if (!read.ok()) return std::move(read).status().At(path);
    models = *std::move(read);
  }
  std::vector<OfflineFacts> all;
  for (const std::string_view bytes : models) {
    OPDK_TRY(all.emplace_back(), Facts(bundle ? OfflineBytes(bytes, file.owner) : file, path));
  }
  return all;
}

Result<bool> IsOffline(const std::string& path) {
  OPDK_TRY(const std::string head, HeadOf(path));
  return BeginsAsOffline(head);
}

}  // namespace opdk
