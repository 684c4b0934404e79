// Files of offline models.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph_core/program/program_file.h"
#include "opdk/status.h"

namespace opdk {

// The attribute of an offline model's graph that says what its gears are of: "batch", "image", "dims".
inline constexpr const char* kGearKind = "opdk_gear_kind";

// Reads a model into memory: what happens to its file later doesn't reach it. Reads the weights as well where they lie
// in a file of their own beside it, and decrypts what is encrypted (offline_encryption.h, whose errors come through).
// E1002; E2001. E5009: others can write to one of the files, or to a directory or link on the way, and there is machine
// code in the model; OPDK_ALLOW_UNTRUSTED accepts that. E5011: the signature (offline_signature.h) is wrong, or missing
// where OPDK_REQUIRE_SIGNATURE asks for one.
Result<OfflineBytes> ReadOffline(const std::string& path);
// Reads an unsigned model that this process's user keeps where nobody else writes. E5009 whatever the environment
// allows.
Result<OfflineBytes> ReadOwnOffline(const std::string& path);
// What its signature is worth: SignatureVerdict::text. E1002, E5011 as above, E1005.
Result<std::string> DescribeSignature(const std::string& path);
// Writes what Session::Offline gave; the weights into DIRECTORY/weight/weight_HASH, where the model says so. E1006.
Status WriteOffline(const std::string& path, std::string_view model);

// What it says of itself: nothing of it is run, so that anybody may have written it. Of partitions only the sizes are
// there. E1002, E2001.
Result<OfflineFacts> FactsOfFile(const std::string& path);

// The same of each model of a bundle, or of the one. E1002, E2001.
Result<std::vector<OfflineFacts>> FactsOfBundle(const std::string& path);

// Whether a file begins as one. E1002.
Result<bool> IsOffline(const std::string& path);

}  // namespace opdk
