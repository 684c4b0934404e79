// oneDNN's descriptions of memory: layouts, and the forms in which it takes shapes, pads and dilations.
#pragma once

#include <cstdint>
#include <dnnl.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engines/ai_core/cube/cube_steps.h"

namespace opdk {

// Refuses extents of 2^30 and more: throws dnnl::error. oneDNN counts extents of convolutions in 32 bits, and divides
// by a count that overflowed to 0.
void RequireCountable(const std::vector<int64_t>& shape);

// Describes plain row-major memory.
dnnl::memory::desc PlainDesc(const std::vector<int64_t>& shape,
                             dnnl::memory::data_type type = dnnl::memory::data_type::f32);
// Describes memory whose layout oneDNN chooses.
inline dnnl::memory::desc AnyLayout(const std::vector<int64_t>& shape,
                                    dnnl::memory::data_type type = dnnl::memory::data_type::f32) {
  return {shape, type, dnnl::memory::format_tag::any};
}
// Describes [N, C, spatial...] in blocks of `c0` channels; 0: row-major. Row-major memory is described as blocks where
// the bytes are the same.
dnnl::memory::desc ChannelDesc(const std::vector<int64_t>& shape, int64_t c0);
// Describes a layout in words. Equal texts mean equal layouts.
std::string LayoutText(const dnnl::memory::desc& desc);
// Names the form of a constant that an algorithm reads in a layout.
std::string PackedForm(std::string_view algorithm, const dnnl::memory::desc& desc);
// Returns the shape of a filter [O, C/groups, spatial...] as oneDNN wants it: [groups, O/groups, C/groups, spatial...].
// With one group the shape stays.
std::vector<int64_t> GroupedFilter(std::vector<int64_t> filter, int64_t groups);

// Returns `values`, or `count` times `fill` if `values` is empty.
std::vector<int64_t> OrFilled(const std::vector<int64_t>& values, size_t count, int64_t fill);
// Returns numbers of `rank` spatial axes as numbers of three axes, with `fill` for the outer axes and for an empty
// list.
std::vector<int64_t> SpatialDims(const std::vector<int64_t>& values, size_t rank, int64_t fill);
// Returns dilations as oneDNN counts them: the gaps between the taps.
std::vector<int64_t> Gaps(std::vector<int64_t> dilations);
// Returns the padding at the end of `data` for which a convolution by `filter` gives `result`. It follows from the
// extents; a negative number crops. Each shape is [.., .., spatial...].
std::vector<int64_t> PadsAtTheEnd(const std::vector<int64_t>& data, const std::vector<int64_t>& filter,
                                  const std::vector<int64_t>& result, const tbe::ConvParams& conv);

}  // namespace opdk
