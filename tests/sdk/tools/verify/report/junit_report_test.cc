// The XML is read by a parser that isn't ours, and held against JUnit's schema as Jenkins and GitLab use it.
#include <gmock/gmock.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <set>
#include <sstream>

#include "sdk/tools/verify/report/writers.h"
#include "tests/sdk/tools/verify/report/sample_run.h"

namespace opdk::verify {
namespace {

using boost::property_tree::ptree;
using testing::HasSubstr;

ptree Parsed(const RunReport& run) {
  std::istringstream text(JunitReport(run));
  ptree tree;
  boost::property_tree::read_xml(text, tree);
  return tree;
}

struct Allowed {
  std::set<std::string> attributes;
  std::set<std::string> children;
  std::set<std::string> required;
};
const std::map<std::string, Allowed> kSchema = {
    {"testsuites", {{"name", "time", "tests", "failures", "errors", "skipped", "timestamp"}, {"testsuite"}, {}}},
    {"testsuite",
     {{"name", "time", "tests", "failures", "errors", "skipped", "timestamp"},
      {"properties", "testcase", "system-out", "system-err"},
      {"name", "tests", "failures", "errors", "time"}}},
    {"properties", {{}, {"property"}, {}}},
    {"property", {{"name", "value"}, {}, {"name", "value"}}},
    {"testcase",
     {{"name", "classname", "time"}, {"skipped", "error", "failure", "system-out"}, {"name", "classname", "time"}}},
    {"failure", {{"message", "type"}, {}, {"type"}}},
    {"error", {{"message", "type"}, {}, {"type"}}},
    {"skipped", {{"message"}, {}, {}}},
    {"system-out", {{}, {}, {}}}};

void CheckElement(const std::string& name, const ptree& element) {
  ASSERT_EQ(kSchema.count(name), 1U) << name;
  const Allowed& allowed = kSchema.at(name);
  std::set<std::string> attributes;
  for (const auto& [child, tree] : element) {
    if (child != "<xmlattr>") {
      EXPECT_EQ(allowed.children.count(child), 1U) << child << " in " << name;
      CheckElement(child, tree);
      continue;
    }
    for (const auto& [attribute, value] : tree) {
      EXPECT_EQ(allowed.attributes.count(attribute), 1U) << attribute << " of " << name;
      attributes.insert(attribute);
    }
  }
  for (const std::string& required : allowed.required) EXPECT_EQ(attributes.count(required), 1U) << required;
}

TEST(JunitReport, FitsTheSchema) {
  const ptree tree = Parsed(SampleRun());
  ASSERT_EQ(tree.size(), 1U);
  ASSERT_EQ(tree.front().first, "testsuites");
  CheckElement("testsuites", tree.front().second);
}

TEST(JunitReport, CountsAreThoseOfTheElements) {
  const ptree tree = Parsed(SampleRun());
  for (const auto& [name, suite] : tree.get_child("testsuites")) {
    if (name != "testsuite") continue;
    std::map<std::string, size_t> counted;
    for (const auto& [element, body] : suite) {
      if (element != "testcase") continue;
      ++counted["tests"];
      for (const char* verdict : {"failure", "error", "skipped"}) counted[verdict] += body.count(verdict);
    }
    EXPECT_EQ(suite.get<size_t>("<xmlattr>.tests"), counted["tests"]);
    EXPECT_EQ(suite.get<size_t>("<xmlattr>.failures"), counted["failure"]);
    EXPECT_EQ(suite.get<size_t>("<xmlattr>.errors"), counted["error"]);
    EXPECT_EQ(suite.get<size_t>("<xmlattr>.skipped"), counted["skipped"]);
  }
  EXPECT_EQ(tree.get<size_t>("testsuites.<xmlattr>.tests"), 6U);
  EXPECT_EQ(tree.get<size_t>("testsuites.<xmlattr>.failures"), 1U);
  EXPECT_EQ(tree.get<size_t>("testsuites.<xmlattr>.errors"), 1U);
  EXPECT_EQ(tree.get<size_t>("testsuites.<xmlattr>.skipped"), 2U);
}

TEST(JunitReport, AwkwardTextComesBackAsItWas) {
  const ptree tree = Parsed(SampleRun());
  const ptree& suite = tree.get_child("testsuites.testsuite");
  std::vector<std::string> names;
  std::string failure;
  for (const auto& [element, body] : suite) {
    if (element != "testcase") continue;
    names.push_back(body.get<std::string>("<xmlattr>.name"));
    if (body.count("failure") > 0) failure = body.get<std::string>("failure");
  }
  EXPECT_THAT(names, testing::ElementsAre(kAwkward, kAwkward));
  EXPECT_THAT(failure, HasSubstr("only where axis 1 mod 8 = 7"));
  EXPECT_THAT(failure, HasSubstr("\nreproduce: opdk test --case 'Add: [{name: n}]' --engine ai_cpu"));
}

TEST(JunitReport, ControlCharactersAndBytesThatAreNoTextAreShown) {
  const std::string text = JunitReport(SampleRun());
  EXPECT_THAT(text, HasSubstr("printed \\x01 and \xEF\xBF\xBD"));
  EXPECT_EQ(text.find('\x01'), std::string::npos);
}

TEST(JunitReport, UnverifiedIsSkippedWithTheWords) {
  EXPECT_THAT(JunitReport(SampleRun()), HasSubstr("<skipped message=\"ran, not verified\"/>"));
}

}  // namespace
}  // namespace opdk::verify
