// Small pieces of parallel work, for tests in which threads must meet.
#pragma once

namespace opdk {

// Makes the calling thread's ParallelFor ignore the grain while the object lives: every thread gets a piece, however
// small the work is, and all threads begin at the same time.
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
