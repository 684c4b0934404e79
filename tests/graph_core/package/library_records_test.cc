#include "graph_core/package/library_records.h"

#include "tests/graph_core/package/package_fixture.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

class LibraryRecordsTest : public PluginDirectories {};

TEST_F(LibraryRecordsTest, RecordsUnusedForMonthsAreRemovedWhenARecordIsAdded) {
  const LibraryRecords records(root_ / "cache/packages");
  records.Remember("0123456789abcdef0123456789abcdef", {true, ""});
  records.Remember("fedcba9876543210fedcba9876543210", {false, "it crashes"});
  const fs::path old = root_ / "cache/packages/verdict-0123456789abcdef0123456789abcdef";
  ASSERT_TRUE(fs::exists(old));
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(24 * 91));
  records.Remember("00000000000000000000000000000000", {true, ""});
  EXPECT_FALSE(fs::exists(old));
  EXPECT_FALSE(records.Verdict("0123456789abcdef0123456789abcdef").has_value());
  EXPECT_EQ(records.Verdict("fedcba9876543210fedcba9876543210")->reason, "it crashes");
}

}  // namespace
}  // namespace opdk
