// Symbol visibility of the SDK and of operator packages.
#pragma once

// Exported from libopdk_sdk, also when the including project compiles with hidden visibility.
#define OPDK_API __attribute__((visibility("default")))
// Each shared library has its own.
#define OPDK_HIDDEN __attribute__((visibility("hidden")))
