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

// Decrypted where it is encrypted (offline_encryption.h, whose errors are these functions' too). With its weights, where these lie in a file of their own beside it. E1002; E2001; E5009: others can write to one of them, and
// there is machine code in the model. E5011: its signature (offline_signature.h) is wrong, or missing where
// OPDK_REQUIRE_SIGNATURE asks for one.
Result<OfflineBytes> MapOffline(const std::string& path);
// One that this process's user keeps where nobody else writes, and signs not.
Result<OfflineBytes> MapOwnOffline(const std::string& path);
// What its signature is worth: SignatureVerdict::text. E1002, E5011 as above, E1005.
Result<std::string> DescribeSignature(const std::string& path);
// Writes what Session::Offline gave; the weights into DIRECTORY/weight/weight_HASH, where the model says so. E1006.
Status WriteOffline(const std::string& path, std::string_view model);

// What it says of itself: nothing of it is run, so that anybody may have written it. Of partitions only the sizes are there.
// E1002, E2001.
Result<OfflineFacts> FactsOfFile(const std::string& path);

// The same of each model of a bundle, or of the one. E1002, E2001.
Result<std::vector<OfflineFacts>> FactsOfBundle(const std::string& path);

// Whether a file begins as one. E1002.
Result<bool> IsOffline(const std::string& path);

}  // namespace opdk
