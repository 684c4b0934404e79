#include "sdk/tools/model/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "graph_core/base/npy.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/model/string_tensor.h"

namespace opdk {
namespace {

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
};

Status Invalid(std::string message) { return Status(ErrorCode::kInputFormat, std::move(message)); }

// Returns the text after "'key':" in the header's Python dictionary.
std::optional<std::string_view> ValueOf(std::string_view dictionary, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const size_t found = dictionary.find(fmt::format("{}{}{}", quote, key, quote));
    if (found == std::string_view::npos) continue;
    const size_t colon = dictionary.find(':', found + key.size() + 2);
    if (colon == std::string_view::npos) return std::nullopt;
    const size_t begin = dictionary.find_first_not_of(' ', colon + 1);
    if (begin == std::string_view::npos) return std::nullopt;
    return dictionary.substr(begin);
  }
  return std::nullopt;
}

std::optional<std::vector<int64_t>> ParseShape(std::string_view text) {
  const size_t close = text.find(')');
  if (text.empty() || text[0] != '(' || close == std::string_view::npos) return std::nullopt;
  std::vector<int64_t> shape;
  text = text.substr(1, close - 1);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string_view item = text.substr(begin, end - begin);
    begin = end + 1;
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    if (item.empty()) continue;
    int64_t dim = 0;
    const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), dim);
    if (error != std::errc() || dim < 0) return std::nullopt;
    if (std::any_of(stop, item.data() + item.size(), [](char c) { return c != ' ' && c != 'L'; })) return std::nullopt;
    shape.push_back(dim);
  }
  return shape;
}

Result<Header> ParseHeader(std::string_view text) {
  Header header;
  const auto descr = ValueOf(text, "descr");
  const auto order = ValueOf(text, "fortran_order");
  const auto shape = ValueOf(text, "shape");
  if (!descr || !order || !shape) return Invalid("its .npy header lacks descr, fortran_order or shape");
  if ((*descr)[0] != '\'' && (*descr)[0] != '"') return Invalid("it holds records, not one dtype");
  const size_t close = descr->find((*descr)[0], 1);
  if (close == std::string_view::npos) return Invalid("its .npy header has a broken descr");
  header.descr = descr->substr(1, close - 1);
  header.fortran_order = order->substr(0, 4) == "True";
  const auto dims = ParseShape(*shape);
  if (!dims) return Invalid("its .npy header has a broken shape");
  header.shape = *dims;
  return header;
}

// Returns the place in Fortran order of each element; the elements are counted in C order.
std::vector<size_t> FortranPlaces(const std::vector<int64_t>& shape, size_t count) {
  std::vector<size_t> places(count);
  std::vector<int64_t> index(shape.size(), 0);
  for (size_t i = 0; i < count; ++i) {
    size_t place = 0;
    for (size_t d = shape.size(); d-- > 0;)
      place = place * static_cast<size_t>(shape[d]) + static_cast<size_t>(index[d]);
    places[i] = place;
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
  return places;
}

void ReverseGroups(std::string& bytes, size_t group) {
  for (size_t i = 0; i + group <= bytes.size(); i += group) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + group));
  }
}

Result<ge::Tensor> MakeTensor(const Header& header, std::string_view data) {
  const std::string_view code = std::string_view(header.descr).substr(header.descr.find_first_not_of("<>|="));
  const std::span<const NpyType> types = NpyTypes();
  const auto type = std::find_if(types.begin(), types.end(), [&](const NpyType& t) { return t.code == code; });
  size_t element = 0;
  const bool text = code[0] == 'S';
  if (text) {
    // Texts of no bytes would be as many as the header says, whatever the file's size.
    const auto [end, error] = std::from_chars(code.data() + 1, code.data() + code.size(), element);
    if (error != std::errc() || end != code.data() + code.size() || element == 0) {
      return Invalid(fmt::format("its dtype '{}' gives texts no width", header.descr));
    }
  } else if (type != types.end()) {
    element = type->size;
  } else {
    return Invalid(fmt::format("no tensor can have its dtype '{}'", header.descr));
  }
  const int64_t count = ElementCount(header.shape);
  size_t wanted = 0;
  if (count < 0 || __builtin_mul_overflow(static_cast<size_t>(count), element, &wanted)) {
    return Invalid(fmt::format("its shape ({}) does not fit in memory", fmt::join(header.shape, ", ")));
  }
  if (data.size() != wanted) {
    return Invalid(fmt::format("{}: {} bytes of data where its shape ({}) and dtype '{}' need {}",
                               data.size() < wanted ? "it is truncated" : "it is too long", data.size(),
                               fmt::join(header.shape, ", "), header.descr, wanted));
  }
  std::string bytes(data);
  if (!text && header.descr[0] == '>') ReverseGroups(bytes, type->swap);
  if (header.fortran_order && header.shape.size() > 1) {
    const std::vector<size_t> places = FortranPlaces(header.shape, static_cast<size_t>(count));
    std::string ordered(bytes.size(), '\0');
    for (size_t i = 0; i < places.size(); ++i) {
      std::memcpy(ordered.data() + i * element, bytes.data() + places[i] * element, element);
    }
    bytes = std::move(ordered);
  }
  ge::TensorDesc desc(ge::Shape(header.shape), ge::FORMAT_ND, text ? ge::DT_STRING : type->dtype);
  if (!text) return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  std::vector<std::string> strings;
  for (int64_t i = 0; i < count; ++i) {
    std::string one = bytes.substr(static_cast<size_t>(i) * element, element);
    one.erase(one.find_last_not_of('\0') + 1);
    strings.push_back(std::move(one));
  }
  ge::Tensor tensor(desc);
  tensor.SetData(strings);
  return tensor;
}

}  // namespace

Result<ge::Tensor> ParseNpy(std::string_view bytes) {
  if (bytes.substr(0, kNpyMagic.size()) != kNpyMagic) return Invalid("it is not a .npy file (no NumPy signature)");
  const size_t version_at = kNpyMagic.size();
  if (bytes.size() < version_at + 4) return Invalid("it is truncated inside its header");
  const int version = static_cast<unsigned char>(bytes[version_at]);
  if (version < 1 || version > 3) return Invalid(fmt::format("its .npy version {} is unknown", version));
  const size_t length_bytes = version == 1 ? 2 : 4;
  const size_t header_at = version_at + 2 + length_bytes;
  if (bytes.size() < header_at) return Invalid("it is truncated inside its header");
  size_t length = 0;
  for (size_t i = length_bytes; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[version_at + 2 + i]);
  if (bytes.size() - header_at < length) return Invalid("it is truncated inside its header");
  OPDK_TRY(const Header header, ParseHeader(bytes.substr(header_at, length)));
  if (header.descr.find_first_not_of("<>|=") == std::string::npos) return Invalid("its dtype is empty");
  return MakeTensor(header, bytes.substr(header_at + length));
}

Result<std::string> FormatNpy(const ge::Tensor& tensor) {
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  const std::vector<int64_t> shape = desc.GetShape().GetDims();
  if (desc.GetDataType() == ge::DT_STRING) {
    const std::vector<std::string> strings = StringsOf(tensor);
    size_t longest = 1;
    for (const std::string& one : strings) longest = std::max(longest, one.size());
    std::string data;
    for (const std::string& one : strings) data += one + std::string(longest - one.size(), '\0');
    return NpyFile(fmt::format("|S{}", longest), shape, data);
  }
  return FormatNpy(desc.GetDataType(), shape, {reinterpret_cast<const char*>(tensor.GetData()), tensor.GetSize()});
}

}  // namespace opdk
