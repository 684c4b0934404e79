#include "graph_core/base/library_scope.h"

#include <gtest/gtest.h>

namespace opdk {
namespace {

// With TensorFlow around, plugins.tensorflow.host.* are the test: they would not survive the first protobuf of the
// wrong kind.
TEST(LibraryScopeTest, AddsNothingInAProgramWithOpdksProtobuf) { EXPECT_EQ(LibraryScope(), 0); }

}  // namespace
}  // namespace opdk
