// Where a text that protobuf's tokenizer or text parser reads is first wrong.
#pragma once

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>

#include <string>

namespace opdk::importer {

class FirstTextError : public google::protobuf::io::ErrorCollector {
 public:
  // Lines and columns from 0 on.
  void AddError(int line, int column, const std::string& message) override {
    if (text_.empty()) text_ = fmt::format("{}:{}: {}", line + 1, column + 1, message);
  }
  // "3:14: what is wrong"; "": nothing.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace opdk::importer
