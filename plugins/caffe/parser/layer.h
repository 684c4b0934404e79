// A layer of a network as the importer takes it.
#pragma once

#include <string>

#include "plugins/caffe/parser/net_text.h"
#include "plugins/importer/framework.h"

namespace opdk::caffe_plugin {

// Layers have no messages, domains or versions.
const importer::Framework& CaffeFramework();

// A layer's type by its name of today: "Convolution" for version 1's CONVOLUTION, or its number.
std::string TypeOf(const Field& layer);

// E2009 for a field of the network, of one of its layers or of their rules that Caffe doesn't have, parameter blocks
// aside.
Status CheckNetwork(const Field& network);

// Returns whether a layer is part of the network when it is used, not trained. The layer's rules decide, with the level
// and the stages of the network's field "state".
bool IsForTest(const Field& layer, const Field& network);

// The fields of a layer's parameter blocks ("convolution_param { … }", without those of training) by their own names;
// what is there more than once is a list. Fields of messages inside of a block have the message's name before theirs
// ("shape.dim") in layers that mappings of this package read, and their own names alone in others. E2009: a block that
// layers of the type haven't got, a list of numbers and texts.
Result<AttrMap> AttributesOf(const Field& layer);

}  // namespace opdk::caffe_plugin
