// The measured peaks on disk: a machine is measured once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sdk/tools/measure/roofline.h"

namespace opdk::measure {

// Returns <cache>/machine/peaks_<key>_<threads>.json; the key identifies the CPU's model and features. Empty if there
// is no cache directory.
std::filesystem::path PeaksPath(int threads);

// Formats the peaks as a file's text; PeaksFrom reads the text again. nullopt: PeaksText didn't write it.
std::string PeaksText(const Peaks& peaks);
std::optional<Peaks> PeaksFrom(std::string_view text);

// Reads the roofline from the files alone; nullopt if a file is missing or unreadable.
std::optional<Roofline> KnownRoofline(int threads);

// Reads the roofline, and measures and keeps the missing peaks; `again`: measures all of them. An unwritable cache
// costs the next call a measurement, nothing else. Runs OpenMP's threads in this process.
Roofline MeasuredRoofline(int threads, bool again);

}  // namespace opdk::measure
