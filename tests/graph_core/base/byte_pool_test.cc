#include "graph_core/base/byte_pool.h"

#include <gtest/gtest.h>

#include <string>

namespace opdk {
namespace {

TEST(BytePool, EqualBytesAreThereOnce) {
  BytePool pool;
  const std::string a(100, 'a'), b(100, 'b');
  const size_t of_a = pool.Put(a), of_b = pool.Put(b);
  EXPECT_EQ(pool.Put(a), of_a);
  EXPECT_EQ(pool.Put(b), of_b);
  EXPECT_EQ(pool.bytes().size(), of_b + 100);
  EXPECT_EQ(pool.bytes().substr(of_a, 100), a);
  EXPECT_EQ(pool.bytes().substr(of_b, 100), b);
}

TEST(BytePool, EachBeginsAtAMultipleOf64) {
  BytePool pool;
  for (const size_t size : {1, 63, 64, 65, 200}) EXPECT_EQ(pool.Put(std::string(size, 'x')) % 64, 0U) << size;
}

TEST(BytePool, BytesWithACommonBeginningAreKeptApart) {
  BytePool pool;
  const size_t shorter = pool.Put("abc"), longer = pool.Put("abcd");
  EXPECT_NE(shorter, longer);
  EXPECT_EQ(pool.bytes().substr(longer, 4), "abcd");
}

}  // namespace
}  // namespace opdk
