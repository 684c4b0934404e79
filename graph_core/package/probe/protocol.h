// Format of opdk_probe's output on its descriptor kProbeVerdict: lines of one word, and after tabs the library at fault
// and a text. The last line counts, together with how the process ended.
#pragma once

namespace opdk {

inline constexpr int kProbeVerdict = 3;
inline constexpr int kProbeLibrary = 4;                  // the library, open
inline constexpr const char* kProbeStarted = "started";  // the probe runs; from now on the library is responsible
inline constexpr const char* kProbeLoaded = "loaded";    // its constructors have returned
// opdk_package() has returned, and its description can be read
inline constexpr const char* kProbeWalked = "walked";
inline constexpr const char* kProbeUnloaded = "unloaded";  // its destructors have returned
inline constexpr const char* kProbeRefused = "refused";    // the dynamic linker refuses the library: harmless
inline constexpr const char* kProbeThrew = "threw";        // library, the exception
inline constexpr const char* kProbeSignal = "signal";      // library, the signal's number
inline constexpr const char* kProbeExit = "exit";          // library: it called exit()

}  // namespace opdk
