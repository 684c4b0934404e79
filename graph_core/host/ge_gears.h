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
    int64_t least = 0, most = 0;  // -1: any; both are equal for one number
    std::string name = {};        // "": none
  };
  std::map<std::string, std::vector<Extent>> inputs;  // ge.inputShape, by name of the Data node
  std::vector<std::vector<int64_t>> batches;          // ge.dynamicBatchSize: one number each
  std::vector<std::vector<int64_t>> images;           // ge.dynamicImageSize: height and width
  std::vector<std::vector<int64_t>> dims;             // ge.dynamicDims: one number for each -1
  bool any_shape = false;                             // ge.compileHybridMode
};

// Reads "x:1,3,-1,-1;y:1~8,10;z:N,3;scalar:". E1001.
Status ReadInputShape(const std::string& value, ShapeOptions& options);
// Reads "1,2,4", one gear per number. E1001.
Status ReadBatchGears(const std::string& value, ShapeOptions& options);
// Reads "224,224;448,448". E1001.
Status ReadImageGears(const std::string& value, ShapeOptions& options);
// Reads "1,8;2,8". E1001.
Status ReadDimsGears(const std::string& value, ShapeOptions& options);

// Returns the shapes of ge.inputShape in the form of parsers (opdk/parser_options.h). Ranges and names are open
// extents.
std::string ShapesForParser(const ShapeOptions& options);

// Returns the kind of the gears: "batch", "image", "dims". "": there are none.
std::string GearKind(const ShapeOptions& options);

// Sets the shapes of the graph's inputs, and the gears of `compile`. E1001: an input isn't there, gears of two kinds,
// or gears that don't fit the graph's unknown dimensions.
Status ApplyShapes(const ShapeOptions& options, Graph& graph, CompileOptions& compile);

}  // namespace opdk
