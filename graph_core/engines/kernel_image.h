// What an engine has made of a node when its program was compiled.
#pragma once

#include <string>

namespace opdk {

// Immutable, and independent of the graph, the packages and the process that it was made in.
class KernelImage {
 public:
  virtual ~KernelImage() = default;
  // What the engine's ReadImage makes the same image of. Equal images give equal bytes.
  virtual std::string Bytes() const = 0;
};

}  // namespace opdk
