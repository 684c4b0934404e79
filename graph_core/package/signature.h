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

// Returns ${XDG_CONFIG_HOME:-~/.config}/opdk. "": the environment names no home.
std::string ConfigDirectory();
// Returns the path of the file of trusted keys, below ConfigDirectory().
std::string TrustedKeysPath();

// Reads one line of a key file. E1005, located at `place`: the line isn't of that form.
Result<PublicKey> ParsePublicKey(const std::string& line, const std::string& place);
std::string FormatPublicKey(const PublicKey& key);

// Returns the trusted keys. Empty: there is no such file. E1005 with file:line: a broken line. E5009: others can write
// to the file.
Result<std::vector<PublicKey>> ReadTrustedKeys();

// Returns whether OPDK_REQUIRE_SIGNATURE is set to anything but 0 or the empty text.
bool EnvironmentRequiresSignature();

// Verdict on a package's signature.
struct SignatureVerdict {
  bool is_signed = false;
  bool trusted = false;
  std::string text;  // "not signed", "signed with alice (trusted)", "signed with bob, a key that isn't trusted"
};

// Checks the signature of any bytes. `what` names them in errors ("its manifest"). `signature` nullptr: there is none.
// Errors: see CheckSignature of a manifest.
Result<SignatureVerdict> CheckSignature(std::string_view bytes, const ManifestSignature* signature,
                                        std::string_view what, bool required);
// Checks a manifest's signature. E5011: the signature is not that of the manifest. With `required` also E5011: there is
// no signature, or its key isn't trusted.
Result<SignatureVerdict> CheckSignature(const Manifest& manifest, bool required);

}  // namespace opdk
