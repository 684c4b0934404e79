#pragma once

#include <string>

namespace opdk::adapter {

// Returns the command that brings the adapters to this opdk: they are installed as a component of their own, and built
// apart from the rest.
std::string HowToInstallAdapters();

}  // namespace opdk::adapter
