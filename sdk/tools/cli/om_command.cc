// opdk om: an offline model as text, and its differences from another one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "graph_core/ir/model_json.h"
#include "graph_core/ir/text.h"
#include "graph_core/loading/offline_encryption.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/loading/offline_signature.h"
#include "opdk/output_file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/atc/atc.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/package/signing_key.h"

namespace opdk::cli {
namespace {

// Constants beyond this size would bury the graph.
constexpr int64_t kConstElementsShown = 16;

std::string TextOf(const OfflineFacts& facts) {
  PrintOptions print;
  print.max_const_elements = kConstElementsShown;
  print.placement = true;
  return Print(facts.graph, print);
}

Status Info(const std::string& path) {
  OPDK_TRY(const std::vector<std::string> lines, atc::DescribeOffline(path));
  for (const std::string& line : lines) fmt::print("{}\n", line);
  return Status();
}

Status Dump(const std::string& path, bool as_json) {
  OPDK_TRY(const OfflineFacts facts, FactsOfFile(path));
  if (!as_json) {
    fmt::print("{}", TextOf(facts));
    return Status();
  }
  OPDK_TRY(const std::string text, ModelJson(facts.graph));
  fmt::print("{}\n", text);
  return Status();
}

Status SignModel(const std::string& path, const std::string& key) {
  OPDK_TRY(const OfflineBytes model, ReadOwnOffline(path));
  // Only a model that can be read is signed.
  OPDK_TRY(FactsOfBundle(path));
  OPDK_TRY(const ManifestSignature signature, SignBytes(SignedBytes(model), key));
  OPDK_TRY(WriteFile(SignaturePath(path), FormatSignature(signature)));
  fmt::print("wrote {}, signed with {}\n", SafeLine(SignaturePath(path)), SafeLine(signature.key));
  return Status();
}

Status EncryptModel(const std::string& path, const std::string& key, const std::string& output) {
  std::error_code error;
  if (std::filesystem::equivalent(path, output, error)) {
    return Status(ErrorCode::kUsage,
                  fmt::format("{} can't be encrypted in its own place: give --output another", path));
  }
  // A model that is encrypted already gets the other key.
  OPDK_TRY(const OfflineBytes model, ReadOwnOffline(path));
  OPDK_TRY(const std::vector<OfflineFacts> models, FactsOfBundle(path));
  if (model.weights.data() != nullptr) {
    return Status(ErrorCode::kUsage, "its weights lie in a file of their own, which would stay as it is")
        .At(path)
        .Hint("make it without --external_weight");
  }
  for (const OfflineFacts& facts : models) {
    for (const UsedPackage& package : facts.parts.packages) {
      if (package.library.empty()) continue;
      return Status(ErrorCode::kUsage,
                    fmt::format("it brings along the package {}, which loading it writes to the disk", package.name))
          .At(path)
          .Hint("make it without --embed_packages");
    }
  }
  OPDK_TRY(const std::string encrypted, EncryptOffline(model.bytes, key));
  OPDK_TRY(WriteFile(output, encrypted));
  fmt::print("wrote {}\n", SafeLine(output));
  return Status();
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Prints the lines that only one model has. A graph has no line twice, because each names its node.
void PrintOnly(const char* sign, const std::vector<std::string>& lines, std::vector<std::string> others,
               bool& differs) {
  std::sort(others.begin(), others.end());
  for (const std::string& line : lines) {
    if (std::binary_search(others.begin(), others.end(), line)) continue;
    fmt::print("{} {}\n", sign, line);
    differs = true;
  }
}

Status Diff(const std::string& first, const std::string& second) {
  bool differs = false;
  const auto compare = [&](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    PrintOnly("-", a, b, differs);
    PrintOnly("+", b, a, differs);
  };
  OPDK_TRY(std::vector<std::string> described, atc::DescribeOffline(first));
  OPDK_TRY(std::vector<std::string> other, atc::DescribeOffline(second));
  // The first lines are the file's name and signature.
  described.erase(described.begin(), described.begin() + 2);
  other.erase(other.begin(), other.begin() + 2);
  compare(described, other);
  OPDK_TRY(const OfflineFacts a, FactsOfFile(first));
  OPDK_TRY(const OfflineFacts b, FactsOfFile(second));
  compare(Lines(TextOf(a)), Lines(TextOf(b)));
  if (!differs) return Status();
  return Status(ErrorCode::kCheckFailed, fmt::format("{} and {} differ", first, second))
      .Hint("the lines above begin with - where only the first model has them, with + where only the second has");
}

}  // namespace

void AddOmCommand(CLI::App& app, Status& outcome) {
  CLI::App* command =
      app.add_subcommand("om", "Look at offline models (.om), which `opdk atc` makes; sign and encrypt them");
  command->require_subcommand(1);
  struct Options {
    std::string first, second, output;
    bool as_json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* info = command->add_subcommand("info", "What it was compiled for, its inputs, outputs, packages and sizes");
  info->add_option("file", options->first, "Offline model")->required()->type_name("FILE");
  info->callback([options, &outcome] { outcome = Info(options->first); });
  CLI::App* dump = command->add_subcommand("dump", "Its graph as text");
  dump->add_option("file", options->first, "Offline model")->required()->type_name("FILE");
  dump->add_flag("--json", options->as_json, "GE's ModelDef as JSON instead");
  dump->callback([options, &outcome] { outcome = Dump(options->first, options->as_json); });
  CLI::App* sign = command->add_subcommand("sign", "Write its signature beside it: FILE.sig");
  sign->add_option("file", options->first, "Offline model")->required()->type_name("FILE");
  sign->add_option("--key", options->second, "A key: a file, or the NAME of opdk keys generate")->required();
  sign->callback([options, &outcome] { outcome = SignModel(options->first, options->second); });
  CLI::App* encrypt = command->add_subcommand("encrypt", "Write it so that only who has the key can load it");
  encrypt->add_option("file", options->first, "Offline model")->required()->type_name("FILE");
  encrypt->add_option("--key", options->second, "A key: a file, or the NAME of opdk keys generate --model")->required();
  encrypt->add_option("-o,--output", options->output, "The encrypted model")->required()->type_name("FILE");
  encrypt->callback([options, &outcome] { outcome = EncryptModel(options->first, options->second, options->output); });
  CLI::App* diff = command->add_subcommand("diff", "What one has and another doesn't; exit code 1 where they differ");
  diff->add_option("first", options->first, "Offline model")->required()->type_name("FILE");
  diff->add_option("second", options->second, "Offline model")->required()->type_name("FILE");
  diff->callback([options, &outcome] { outcome = Diff(options->first, options->second); });
  command->footer(
      "Examples:\n"
      "  opdk om info net.om\n"
      "  opdk om dump net.om\n"
      "  opdk om diff net.om older.om\n"
      "  opdk om sign net.om --key me\n"
      "  opdk keys generate --model ours && opdk om encrypt net.om --key ours -o secret.om");
}

}  // namespace opdk::cli
