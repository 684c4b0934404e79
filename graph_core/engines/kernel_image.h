// The result of compiling one node: an engine makes it when the node's program is compiled.
#pragma once

#include <string>

namespace opdk {

// Immutable, and independent of the graph, the packages and the process that it was made in.
class KernelImage {
 public:
  virtual ~KernelImage() = default;
  // Returns the bytes from which ReadImage makes the same image. Equal images give equal bytes.
  virtual std::string Bytes() const = 0;
};

}  // namespace opdk
