// opdk keys: keys for signing packages, and the trusted keys.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "graph_core/base/file.h"
#include "graph_core/loading/offline_encryption.h"
#include "opdk/output_file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/package/signing_key.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

struct KeysOptions {
  std::string name;
  std::string output;
  bool model = false;  // for encrypting models
};

Status NeedConfigDirectory() {
  if (!ConfigDirectory().empty()) return Status();
  return Status(ErrorCode::kFileNotFound, "no place for keys is known: HOME is not set").Hint("set XDG_CONFIG_HOME");
}

Status Generate(const KeysOptions& options) {
  if (!IsPlainWord(options.name)) {
    return Status(ErrorCode::kUsage, fmt::format("'{}' can't be a key's name: letters, digits and _ + - . ~ are "
                                                 "allowed",
                                                 options.name));
  }
  OPDK_TRY(NeedConfigDirectory());
  if (options.model) {
    const std::string place = options.output.empty() ? ModelKeyPath(options.name) : options.output;
    OPDK_TRY(GenerateModelKey(options.name, place));
    fmt::print("key for models: {}\n", SafeLine(place));
    return Status();
  }
  const std::string path = options.output.empty() ? PrivateKeyPath(options.name) : options.output;
  OPDK_TRY(const PublicKey key, GenerateKey(options.name, path));
  fmt::print("private key: {}\npublic key:  {}.pub\n{}", SafeLine(path), SafeLine(path), FormatPublicKey(key));
  return Status();
}

Result<PublicKey> ReadPublicKey(const std::string& path) {
  auto text = ReadFile(path, {"the public key", kMaxText});
  if (!text.ok()) {
    return std::move(text).status().Hint("the maker of a package has one: the .pub file of opdk keys generate");
  }
  return ParsePublicKey(text->substr(0, text->find('\n')), path);
}

Status WriteTrusted(const std::vector<PublicKey>& keys) {
  std::string text = "# Keys whose signatures opdk trusts; opdk keys trust | distrust changes this file.\n";
  for (const PublicKey& key : keys) text += FormatPublicKey(key);
  const std::string path = TrustedKeysPath();
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  return WriteFile(path, text, {.mode = 0644});
}

Status Trust(const KeysOptions& options) {
  OPDK_TRY(NeedConfigDirectory());
  OPDK_TRY(const PublicKey key, ReadPublicKey(options.name));
  OPDK_TRY(std::vector<PublicKey> keys, ReadTrustedKeys());
  for (const PublicKey& known : keys) {
    if (known.base64 == key.base64) {
      fmt::print("{} is trusted already\n", known.name);
      return Status();
    }
    if (known.name == key.name) {
      return Status(ErrorCode::kUsage, fmt::format("another key of the name {} is trusted", key.name))
          .Hint(fmt::format("opdk keys distrust {} first, if the new one replaces it", key.name));
    }
  }
  keys.push_back(key);
  OPDK_TRY(WriteTrusted(keys));
  fmt::print("{} is trusted now\n", key.name);
  return Status();
}

Status Distrust(const KeysOptions& options) {
  OPDK_TRY(NeedConfigDirectory());
  OPDK_TRY(std::vector<PublicKey> keys, ReadTrustedKeys());
  std::vector<std::string> names;
  for (const PublicKey& key : keys) names.push_back(key.name);
  const auto place = std::find_if(keys.begin(), keys.end(), [&](const PublicKey& key) {
    return key.name == options.name || key.base64 == options.name;
  });
  if (place == keys.end()) {
    const std::string near = Nearest(options.name, names);
    return Status(ErrorCode::kUsage, fmt::format("no key '{}' is trusted{}", options.name,
                                                 near.empty() ? "" : fmt::format("; did you mean {}?", near)))
        .Hint("opdk keys list");
  }
  const std::string name = place->name;
  keys.erase(place);
  OPDK_TRY(WriteTrusted(keys));
  fmt::print("{} is not trusted any more\n", name);
  return Status();
}

Status ListKeys() {
  OPDK_TRY(NeedConfigDirectory());
  OPDK_TRY(const std::vector<PublicKey> trusted, ReadTrustedKeys());
  std::vector<std::vector<std::string>> rows = {{"key", "trusted", "private key", "public key"}};
  std::vector<std::vector<std::string>> of_models = {{"key for models", "file"}};
  for (const PublicKey& key : trusted) {
    std::error_code error;
    const std::string own = PrivateKeyPath(key.name);
    rows.push_back({key.name, "yes", fs::exists(own, error) ? own : "-", key.base64});
  }
  std::error_code error;
  for (fs::directory_iterator entry(ConfigDirectory() + "/keys", error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path& file = entry->path();
    if (file == ModelKeyPath(file.stem().string())) of_models.push_back({file.stem().string(), file.string()});
    if (file.extension() != ".pub") continue;
    OPDK_TRY(const PublicKey key, ReadPublicKey(file.string()));
    if (std::any_of(trusted.begin(), trusted.end(), [&](const auto& known) { return known.base64 == key.base64; })) {
      continue;
    }
    rows.push_back({key.name, "no", (file.parent_path() / file.stem()).string(), key.base64});
  }
  fmt::print("{}", FormatTable(rows));
  std::sort(of_models.begin() + 1, of_models.end());
  if (of_models.size() > 1) fmt::print("\n{}", FormatTable(of_models));
  return Status();
}

}  // namespace

void AddKeysCommand(CLI::App& app, Status& outcome) {
  CLI::App* keys =
      app.add_subcommand("keys", "Keys for signing packages and encrypting models, and whose signatures are trusted");
  keys->require_subcommand(1);
  auto options = std::make_shared<KeysOptions>();
  const auto add = [&](const char* name, const char* description, const char* argument,
                       Status (*run)(const KeysOptions&)) {
    CLI::App* command = keys->add_subcommand(name, description);
    command->add_option("key", options->name, "")->required()->type_name(argument);
    command->callback([options, run, &outcome] { outcome = run(*options); });
    return command;
  };
  CLI::App* generate =
      add("generate", "Make a pair of keys; the private one is readable by you only", "NAME", Generate);
  generate->add_option("-o,--output", options->output, "Private key file (default ~/.config/opdk/keys/NAME.key)")
      ->type_name("FILE");
  generate->add_flag("--model", options->model, "One for `opdk om encrypt` instead (NAME.model_key)");
  add("trust", "Accept what this public key has signed", "FILE", Trust);
  add("distrust", "Accept it no longer", "NAME", Distrust);
  keys->add_subcommand("list", "Trusted keys and your own, those for models too")->callback([&outcome] {
    outcome = ListKeys();
  });
  keys->footer(
      "Examples:\n"
      "  opdk keys generate me && opdk pack --sign me\n"
      "  opdk keys trust alice.pub\n"
      "  OPDK_REQUIRE_SIGNATURE=1 opdk install alices_operators-1.0.0.opdk");
}

}  // namespace opdk::cli
