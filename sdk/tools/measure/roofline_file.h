// The measured peaks on disk: a machine is measured once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sdk/tools/measure/roofline.h"

namespace opdk::verify {

// <cache>/machine/peaks_<key>_<threads>.json, the key being that of the CPU's model and features; empty when there is
// no cache directory.
std::filesystem::path PeaksPath(int threads);

// What a file holds. nullopt: not written by WritePeaks.
std::string PeaksText(const Peaks& peaks);
std::optional<Peaks> PeaksFrom(std::string_view text);

// From the files alone; nullopt where one of them is missing or unreadable.
std::optional<Roofline> KnownRoofline(int threads);

// What is missing is measured and kept (an unwritable cache costs a measurement, nothing else); `again`: everything.
// Runs OpenMP's threads in this process.
Roofline MeasuredRoofline(int threads, bool again);

}  // namespace opdk::verify
