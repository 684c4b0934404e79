// The parts of the HTML report: the files of page/, which the build turns into text.
#pragma once

namespace opdk::verify {

extern const char* const kPageHtml;  // with the marks of style, data and script
extern const char* const kPageStyle;
extern const char* const kPageScript;

}  // namespace opdk::verify
