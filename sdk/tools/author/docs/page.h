// A page of documentation, and its two forms: Markdown and HTML.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace opdk::author {

// Running text: `code` stands between backticks, [text](target) is a link; nothing else is special. Text from elsewhere
// goes through Plain().
using PageText = std::string;

struct PageHeading {
  int level = 1;
  PageText text;
};
struct PageParagraph {
  PageText text;
};
// The first row is the heading.
struct PageTable {
  std::vector<std::vector<PageText>> rows;
};
struct PageCode {
  std::string language;
  std::string text;
};
struct PageList {
  std::vector<PageText> items;
};
using PageBlock = std::variant<PageHeading, PageParagraph, PageTable, PageCode, PageList>;

struct Page {
  std::string title;
  std::vector<PageBlock> blocks;

  void Add(PageBlock block) { blocks.push_back(std::move(block)); }
};

// Escapes text so that it shows as it is written: Plain as running text, Code as code.
PageText Plain(const std::string& text);
PageText Code(const std::string& text);

std::string ToMarkdown(const Page& page);
// Formats a complete, self-contained page: it includes its style, has no script, and is well-formed XML, too.
std::string ToHtml(const Page& page);

}  // namespace opdk::author
