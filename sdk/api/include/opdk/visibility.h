// Symbol visibility of the SDK and of operator packages.
#pragma once

// Exports a symbol from libopdk_sdk, even if the including project compiles with hidden visibility.
#define OPDK_API __attribute__((visibility("default")))
// Gives each shared library its own copy of a symbol.
#define OPDK_HIDDEN __attribute__((visibility("hidden")))
