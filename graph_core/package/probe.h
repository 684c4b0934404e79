// Tries a library in a process of its own (opdk_probe) before it is loaded into this one.
#pragma once

#include <chrono>
#include <string>

#include "graph_core/package/library_records.h"
#include "opdk/status.h"

namespace opdk {

inline constexpr std::chrono::milliseconds kProbeTimeout{10000};

// Returns the path of the probe: $OPDK_LIBEXEC_DIR/opdk_probe, or the program that was installed with this library.
std::string ProbeProgram();

// Tries an open library file in another process: its constructors, opdk_package(), the description that this returns,
// and its destructors. Harmless: that process doesn't end early. A library that the dynamic linker refuses is harmless,
// because none of its code runs. E5007: the library can't be tried at all (no program, no process).
Result<ProbeVerdict> Probe(const InputFile& library, std::chrono::milliseconds timeout = kProbeTimeout);

}  // namespace opdk
