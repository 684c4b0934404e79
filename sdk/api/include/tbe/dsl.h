// The whole tensor-expression language, under tbe.dsl's names. Its headers:
//   tbe/elementwise.h  inputs, numbers, arithmetic, math, casts, comparison, selection, C++ operators
//   tbe/array.h        broadcast, reshape, transpose, concat, split, slice, pad, gather, tile
//   tbe/reduce.h       sum, prod, max, min, mean, any, all
//   tbe/scan.h         running sums, products, maxima and minima
//   tbe/segment.h      sums by segment, rows added or put at the places that ids name
//   tbe/cube.h         matmul, conv, pooling
//   tbe/pooling.h      pooling2d, pooling3d
//   tbe/compute.h      general indexing
//   tbe/schedule.h     hints for the schedule
#pragma once

#include "tbe/array.h"
#include "tbe/compute.h"
#include "tbe/cube.h"
#include "tbe/elementwise.h"
#include "tbe/error.h"
#include "tbe/expr.h"
#include "tbe/op_compute.h"
#include "tbe/pooling.h"
#include "tbe/reduce.h"
#include "tbe/scan.h"
#include "tbe/schedule.h"
#include "tbe/segment.h"
