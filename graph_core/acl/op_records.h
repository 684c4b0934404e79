// Which single operators a program runs, as files for `atc --singleop`.
#pragma once

#include "graph_core/acl/ops.h"

namespace opdk::acl {

// Records an operator between aclopStartDumpArgs and aclopStopDumpArgs. Elsewhere costs one reading of a flag.
void RecordOperator(const OpCall& call);
// Writes what was recorded, where it was asked for and not yet stopped.
void EndRecords();

}  // namespace opdk::acl
