#include "graph_core/engines/ai_core/cube/integer_product.h"

#include <algorithm>
#include <cstring>

#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

bool AreSmall(const int8_t* numbers, int64_t count) {
  return std::all_of(numbers, numbers + count, [](int8_t number) {
    return number >= -IntegerTile::kLargestSigned && number <= IntegerTile::kLargestSigned;
  });
}

}  // namespace

TermGroups TermGroups::Of(const DirectFunctions& functions, const tbe::Tensor& data, const tbe::Tensor& weights,
                          const void* constant, bool weights_are_rows) {
  TermGroups groups;
  if (functions.has_byte_tiles && constant != nullptr && data.dtype() == ge::DT_UINT8 &&
      weights.dtype() == ge::DT_INT8 && AreSmall(static_cast<const int8_t*>(constant), ElementCount(weights.shape()))) {
    groups.form_ = weights_are_rows ? IntegerTile::Form::kUnsignedColumns : IntegerTile::Form::kUnsignedRows;
  }
  return groups;
}

void TermGroups::Copy(const Bytes& from, int64_t stride, int64_t count, uint8_t* to) const {
  if (!bytes()) {
    auto* wide = reinterpret_cast<int16_t*>(to);
    if (from.is_signed) return Widen(reinterpret_cast<const int8_t*>(from.data), stride, count, wide);
    return Widen(from.data, stride, count, wide);
  }
  if (stride == 1) {
    std::memcpy(to, from.data, static_cast<size_t>(count));
  } else {
    for (int64_t i = 0; i < count; ++i) to[i] = from.data[i * stride];
  }
}

void TermGroups::PackRow(const Bytes& from, int64_t term_stride, int64_t terms_in_all, uint8_t* to) const {
  Copy(from, term_stride, terms_in_all, to);
  const int64_t used = terms_in_all * static_cast<int64_t>(term_bytes());
  std::fill(to + used, to + CountOf(terms_in_all) * IntegerTile::kGroup, uint8_t{0});
}

void TermGroups::PackColumns(const Bytes& from, int64_t column_stride, int64_t columns, int64_t term_stride,
                             int64_t terms_in_all, uint8_t* to) const {
  std::fill_n(to, CountOf(terms_in_all) * kColumnsBytes, uint8_t{0});
  for (int64_t term = 0; term < terms_in_all; ++term) {
    uint8_t* first = to + term / terms() * kColumnsBytes + term % terms() * static_cast<int64_t>(term_bytes());
    for (int64_t i = 0; i < columns; ++i) {
      Copy(from.At(term * term_stride + i * column_stride), 1, 1, first + i * IntegerTile::kGroup);
    }
  }
}

void MultiplyStrip(const DirectFunctions& functions, IntegerTile tile, int64_t rows, int64_t columns) {
  if (columns == IntegerTile::kColumns) {
    tile.rows = rows;
    return functions.integer_tile(tile);
  }
  int32_t edge[IntegerTile::kRows * IntegerTile::kColumns], start[IntegerTile::kColumns] = {};
  if (tile.start != nullptr && tile.start_of_columns) {
    std::copy_n(tile.start, columns, start);
    tile.start = start;
  }
  for (int64_t row = 0; row < rows; row += IntegerTile::kRows) {
    tile.rows = std::min<int64_t>(IntegerTile::kRows, rows - row);
    IntegerTile part = tile;
    part.y = edge;
    part.y_stride = IntegerTile::kColumns;
    for (int64_t i = 0; tile.adds && i < tile.rows; ++i) {
      std::copy_n(tile.y + i * tile.y_stride, columns, edge + i * IntegerTile::kColumns);
    }
    functions.integer_tile(part);
    for (int64_t i = 0; i < tile.rows; ++i) {
      std::copy_n(edge + i * IntegerTile::kColumns, columns, tile.y + i * tile.y_stride);
    }
    tile.a += tile.rows * tile.a_stride;
    if (tile.start != nullptr && !tile.start_of_columns) tile.start += tile.rows;
    tile.y += tile.rows * tile.y_stride;
  }
}

int64_t GrainOf(int64_t products) {
  constexpr int64_t kWorthAThread = 1 << 19;
  return std::max<int64_t>(1, kWorthAThread / std::max<int64_t>(1, products));
}

}  // namespace opdk
