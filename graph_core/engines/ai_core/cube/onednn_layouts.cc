#include "graph_core/engines/ai_core/cube/onednn_layouts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "graph_core/engines/ai_core/steps/channel_blocks.h"

namespace opdk {

std::vector<int64_t> OrFilled(const std::vector<int64_t>& values, size_t count, int64_t fill) {
  return values.empty() ? std::vector<int64_t>(count, fill) : values;
}

std::vector<int64_t> SpatialDims(const std::vector<int64_t>& values, size_t rank, int64_t fill) {
  std::vector<int64_t> all = OrFilled(values, rank, fill);
  all.insert(all.begin(), 3 - rank, fill);
  return all;
}

std::vector<int64_t> Gaps(std::vector<int64_t> dilations) {
  for (int64_t& dilation : dilations) --dilation;
  return dilations;
}

std::vector<int64_t> GroupedFilter(std::vector<int64_t> filter, int64_t groups) {
  if (groups == 1) return filter;
  filter[0] /= groups;
  filter.insert(filter.begin(), groups);
  return filter;
}

std::vector<int64_t> PadsAtTheEnd(const std::vector<int64_t>& data, const std::vector<int64_t>& filter,
                                  const std::vector<int64_t>& result, const tbe::ConvParams& conv) {
  std::vector<int64_t> ends;
  for (size_t i = 0; i + 2 < data.size(); ++i) {
    ends.push_back((result[i + 2] - 1) * conv.strides[i] + (filter[i + 2] - 1) * conv.dilations[i] + 1 -
                   conv.pads_begin[i] - data[i + 2]);
  }
  return ends;
}

dnnl::memory::desc PlainDesc(const std::vector<int64_t>& shape, dnnl::memory::data_type type) {
  dnnl::memory::dims strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return {shape, type, strides};
}

void RequireCountable(const std::vector<int64_t>& shape) {
  if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent >= (int64_t{1} << 30); })) {
    throw dnnl::error(dnnl_unimplemented, "extents of 2^30 and more");
  }
}

dnnl::memory::desc ChannelDesc(const std::vector<int64_t>& shape, int64_t c0) {
  RequireCountable(shape);
  using Tag = dnnl::memory::format_tag;
  if (SameInBothFormats(shape, MachineC0())) c0 = MachineC0();
  if (c0 == 0) return PlainDesc(shape);
  constexpr Tag kTags[2][3] = {{Tag::nCw8c, Tag::nChw8c, Tag::nCdhw8c}, {Tag::nCw16c, Tag::nChw16c, Tag::nCdhw16c}};
  return {shape, dnnl::memory::data_type::f32, kTags[c0 == 16 ? 1 : 0][shape.size() - 3]};
}

std::string LayoutText(const dnnl::memory::desc& desc) {
  const dnnl_memory_desc_t& data = desc.data;
  const auto rank = static_cast<size_t>(data.ndims);
  std::string text = fmt::format("{} of {} in {} from {}", static_cast<int>(data.data_type), std::span(data.dims, rank),
                                 std::span(data.padded_dims, rank), data.offset0);
  if (data.format_kind == dnnl_blocked) {
    const dnnl_blocking_desc_t& blocks = data.format_desc.blocking;
    const auto inner = static_cast<size_t>(blocks.inner_nblks);
    text += fmt::format(" strides {} blocks {} of {}", std::span(blocks.strides, rank),
                        std::span(blocks.inner_blks, inner), std::span(blocks.inner_idxs, inner));
  } else if (data.format_kind == dnnl_format_kind_wino) {
    const dnnl_wino_desc_t& wino = data.format_desc.wino_desc;
    text += fmt::format(
        " winograd {} r {} alpha {} ic {} oc {} ic_block {} oc_block {} ic2_block {} oc2_block {} adjust {} "
        "bytes {}",
        static_cast<int>(wino.wino_format), wino.r, wino.alpha, wino.ic, wino.oc, wino.ic_block, wino.oc_block,
        wino.ic2_block, wino.oc2_block, wino.adj_scale, wino.size);
  } else {
    text += fmt::format(" kind {}", static_cast<int>(data.format_kind));
  }
  return text + fmt::format(" extra {} mask {} scale {}", data.extra.flags, data.extra.compensation_mask,
                            data.extra.scale_adjust);
}

std::string PackedForm(std::string_view algorithm, const dnnl::memory::desc& desc) {
  return fmt::format("{}{}{}", algorithm, algorithm.empty() ? "" : ": ", LayoutText(desc));
}

}  // namespace opdk
