// A layer of a network as the importer takes it.
#pragma once

#include <string>

#include "plugins/caffe/parser/net_text.h"
#include "plugins/importer/framework.h"

namespace opdk::caffe_plugin {

// Layers have no messages, domains or versions.
const importer::Framework& CaffeFramework();

// Returns a layer's type by today's name: "Convolution" for CONVOLUTION of version 1, or for its number.
std::string TypeOf(const Field& layer);

// Checks the fields of the network, of its layers and of their rules, except parameter blocks. E2009: Caffe has no such
// field.
Status CheckNetwork(const Field& network);

// Returns whether a layer is part of the network when it is used, not trained. The layer's rules decide, with the level
// and the stages of the network's field "state".
bool IsForTest(const Field& layer, const Field& network);

// Returns the fields of a layer's parameter blocks ("convolution_param { … }", without the training blocks) by their
// own names. A repeated field is a list. In layers that mappings of this package read, a field of a message inside of a
// block has the message's name in front ("shape.dim"). In other layers it has its own name alone. E2009: layers of the
// type don't have the block, or a list mixes numbers and texts.
Result<AttrMap> AttributesOf(const Field& layer);

}  // namespace opdk::caffe_plugin
