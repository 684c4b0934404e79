// Shapes that options of the session API give a graph's inputs, and the lists of shapes (gears) that it is compiled
// for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/compile.h"
#include "opdk/status.h"

namespace opdk {

struct ShapeOptions {
  struct Extent {
    int64_t least = 0, most = 0;  // -1: any; equal where it is one number
    std::string name = {};        // "": none
  };
  std::map<std::string, std::vector<Extent>> inputs;  // ge.inputShape, by name of the Data node
  std::vector<std::vector<int64_t>> batches;          // ge.dynamicBatchSize: one number each
  std::vector<std::vector<int64_t>> images;           // ge.dynamicImageSize: height and width
  std::vector<std::vector<int64_t>> dims;             // ge.dynamicDims: one number for each -1
  bool any_shape = false;                             // ge.compileHybridMode
};

// "x:1,3,-1,-1;y:1~8,10;z:N,3;scalar:". E1001.
Status ReadInputShape(const std::string& value, ShapeOptions& options);
// "1,2,4": as many gears. E1001.
Status ReadBatchGears(const std::string& value, ShapeOptions& options);
// "224,224;448,448". E1001.
Status ReadImageGears(const std::string& value, ShapeOptions& options);
// "1,8;2,8". E1001.
Status ReadDimsGears(const std::string& value, ShapeOptions& options);

// The shapes of ge.inputShape as parsers take them (opdk/parser_options.h): ranges and names are open extents.
std::string ShapesForParser(const ShapeOptions& options);

// What the gears are of: "batch", "image", "dims"; "": there are none.
std::string GearKind(const ShapeOptions& options);

// Sets the shapes of the graph's inputs, and the gears of `compile`. E1001: an input isn't there, two kinds of gears,
// gears that aren't those of the graph's unknown dimensions.
Status ApplyShapes(const ShapeOptions& options, Graph& graph, CompileOptions& compile);

}  // namespace opdk
