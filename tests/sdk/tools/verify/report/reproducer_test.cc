#include "sdk/tools/verify/report/reproducer.h"

#include <gmock/gmock.h>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {
namespace {

TEST(Reproducer, CarriesTheWholeCase) {
  const auto cases =
      ReadCases("Add:\n  - name: is odd\n    inputs:\n      x1: {data: [1]}\n      x2: {data: [2]}\n", "f.yaml");
  ASSERT_TRUE(cases.ok());
  const std::string command = Reproducer({"--package", "/my dir"}, (*cases)[0], "float", "ai_cpu", "id", "f.yaml");
  EXPECT_EQ(command,
            "opdk test --package '/my dir' --case 'Add: [{name: is odd, inputs: {x1: {data: [1]}, x2: {data: [2]}}}]' "
            "--dtype float --engine ai_cpu");
}

TEST(Reproducer, NamesACaseThatIsTooLongForACommandLine) {
  OpCase op_case;
  op_case.op = "Add";
  op_case.attrs.push_back({{"list"}, Written::List(std::vector<int64_t>(50000, 1000))});
  EXPECT_EQ(Reproducer({}, op_case, "float", "ai_cpu", "Add/a b/float/ai_cpu", "f.yaml"),
            "opdk test --cases f.yaml 'Add/a b/float/ai_cpu'");
}

}  // namespace
}  // namespace opdk::verify
