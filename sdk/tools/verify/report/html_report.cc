#include <nlohmann/json.hpp>

#include "sdk/tools/verify/report/page_source.h"
#include "sdk/tools/verify/report/writers.h"

namespace opdk::verify {
namespace {

// Escapes text for <script type="application/json">, so that nothing in it can end the element.
std::string ForScript(std::string text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

void Replace(std::string& text, const std::string& mark, const std::string& with) {
  const size_t at = text.find(mark);
  OPDK_CHECK(at != std::string::npos, mark);
  text.replace(at, mark.size(), with);
}

}  // namespace

std::string HtmlReport(const RunReport& run) {
  nlohmann::json data = HeadToJson(run);
  data["ulp_buckets"] = kUlpBuckets;
  data["cases"] = nlohmann::json::array();
  for (const CaseReport& report : run.cases) data["cases"].push_back(ToJson(report));
  std::string page = kPageHtml;
  // From the end to the start, so that inserted text isn't searched.
  Replace(page, "/* script */", kPageScript);
  Replace(page, "/* data */", ForScript(Dump(data)));
  Replace(page, "/* style */", kPageStyle);
  return page;
}

}  // namespace opdk::verify
