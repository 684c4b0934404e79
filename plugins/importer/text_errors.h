// Models in text form: their largest size, and the place of the first error that protobuf's tokenizer or text parser
// finds.
#pragma once

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>

#include <cstdint>
#include <string>

namespace opdk::importer {

// The most bytes of a model in text form, as of all text that opdk reads. Models in binary form may have 2 GiB.
inline constexpr uint64_t kMaxModelText = uint64_t{64} << 20;

class FirstTextError : public google::protobuf::io::ErrorCollector {
 public:
  // Lines and columns from 0 on.
  void AddError(int line, int column, const std::string& message) override {
    if (text_.empty()) text_ = fmt::format("{}:{}: {}", line + 1, column + 1, message);
  }
  // Returns the place and the error: "3:14: what is wrong". "": no error.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace opdk::importer
