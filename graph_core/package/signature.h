// Signatures of packages (ed25519, libsodium) and the keys that a user trusts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph_core/package/manifest.h"
#include "opdk/status.h"

namespace opdk {

// One line of a public key file and of the trusted keys: "ed25519 <base64> <name>".
struct PublicKey {
  std::string name;
  std::string base64;
};

// ${XDG_CONFIG_HOME:-~/.config}/opdk; "" when the environment names no home.
std::string ConfigDirectory();
// The file of trusted keys below it.
std::string TrustedKeysPath();

// E1005 located at `place` when the line isn't of that form.
Result<PublicKey> ParsePublicKey(const std::string& line, const std::string& place);
std::string FormatPublicKey(const PublicKey& key);

// Empty when there is no such file. E1005 with file:line for a broken line; E5009 when others can write to the file.
Result<std::vector<PublicKey>> ReadTrustedKeys();

// OPDK_REQUIRE_SIGNATURE=1.
bool EnvironmentRequiresSignature();

// What a package's signature is worth here.
struct SignatureVerdict {
  bool is_signed = false;
  bool trusted = false;
  std::string text;  // "not signed", "signed with alice (trusted)", "signed with bob, a key that isn't trusted"
};

// The same of any bytes. `what`: "its manifest", for the error. `signature`: nullptr: there is none.
Result<SignatureVerdict> CheckSignature(std::string_view bytes, const ManifestSignature* signature,
                                        std::string_view what, bool required);
// E5011 when the signature is not that of the manifest, whatever the policy; when `required`, also when there is none
// or its key isn't trusted.
Result<SignatureVerdict> CheckSignature(const Manifest& manifest, bool required);

}  // namespace opdk
