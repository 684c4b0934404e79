// How work is divided when a test wants threads to meet.
#pragma once

namespace opdk {

// As long as it lives, ParallelFor of the calling thread takes no account of the grain: every thread gets a piece,
// however small the work is, and all of them begin at the same time.
class SmallPiecesScope {
 public:
  explicit SmallPiecesScope(bool small);
  ~SmallPiecesScope();
  SmallPiecesScope(const SmallPiecesScope&) = delete;
  SmallPiecesScope& operator=(const SmallPiecesScope&) = delete;

 private:
  bool previous_;
};

}  // namespace opdk
