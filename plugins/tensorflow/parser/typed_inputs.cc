// Example: "T* Tidx" with four inputs becomes T, T, T, Tidx. "- T" with three inputs becomes "", T, "".
#include "plugins/tensorflow/parser/typed_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace opdk::tensorflow_plugin {
namespace {

// Operators whose inputs have these types, in order. -: no attribute names the type. With *: of as many inputs as the
// other entries leave.
struct TypedInputs {
  const char* attributes;
  const char* operators;
};

constexpr TypedInputs kTypedInputs[] = {
    {"- - T", "Bincount TensorArrayScatterV3 TensorArrayWriteV3"},
    {"- T",
     "AvgPoolGrad CropAndResizeGradBoxes FractionalAvgPoolGrad InTopK ResizeBicubicGrad ResizeBilinearGrad "
     "Split TensorArraySplitV3"},
    {"- T T", "Conv2DBackpropInput DepthwiseConv2dNativeBackpropInput InTopKV2 Select SelectV2"},
    {"- T*", "Concat"},
    {"- Tidx", "All Any"},
    {"- Tindices", "ResourceGather"},
    {"- dtype", "AssignAddVariableOp AssignSubVariableOp"},
    {"SrcT", "Cast"},
    {"T",
     "Abs Acos Acosh Angle Asin Asinh Atan Atanh AvgPool AvgPool3D BiasAddGrad Bitcast Bucketize Ceil "
     "CheckNumerics CheckNumericsV2 ComplexAbs Conj Cos Cosh CropAndResize DepthToSpace "
     "DestroyTemporaryVariable Diag DiagPart Digamma DynamicPartition Elu EnsureShape Erf Erfc Erfinv Exp "
     "Expm1 ExtractImagePatches ExtractVolumePatches Floor FractionalAvgPool FractionalMaxPool GuaranteeConst "
     "HSVToRGB Identity Imag Inv Invert InvertPermutation IsFinite IsInf IsNan L2Loss LRN LeakyRelu Lgamma Log "
     "Log1p LogSoftmax MatrixDeterminant MatrixDiag MatrixDiagPart MatrixInverse MaxPool MaxPool3D MaxPoolV2 "
     "MaxPoolWithArgmax Multinomial Ndtri Neg OnesLike PreventGradient RGBToHSV RandomStandardNormal "
     "RandomUniform Rank Real Reciprocal Relu Relu6 ResizeArea ResizeBicubic ResizeBilinear "
     "ResizeNearestNeighbor ResizeNearestNeighborGrad Rint Round Rsqrt Selu Shape Sigmoid Sign Sin Sinh Size "
     "Snapshot Softmax Softplus Softsign SpaceToDepth Sqrt Square Squeeze StopGradient Tan Tanh TopK Unique "
     "UniqueWithCounts Unpack Where ZerosLike"},
    {"T - - - T", "MatrixDiagV2 MatrixDiagV3"},
    {"T - T",
     "Conv2DBackpropFilter Conv3DBackpropFilterV2 DepthwiseConv2dNativeBackpropFilter InplaceAdd InplaceSub "
     "InplaceUpdate MatrixDiagPartV2 MatrixDiagPartV3"},
    {"T Index Index", "Slice"},
    {"T Index Index Index", "StridedSlice"},
    {"T T", "HistogramFixedWidth MatrixSetDiagV2 MatrixSetDiagV3"},
    {"T T - T T T", "NonMaxSuppressionV5"},
    {"T T - T_threshold", "NonMaxSuppressionV2"},
    {"T T - T_threshold T_threshold", "NonMaxSuppressionV3 NonMaxSuppressionV4"},
    {"T T - U U", "FusedBatchNormGradV2"},
    {"T T - U U U", "FusedBatchNormGradV3"},
    {"T T T", "FractionalMaxPoolGrad"},
    {"T T Tidx", "LinSpace"},
    {"T Taxis", "UniqueV2"},
    {"T Tblock_shape Tcrops", "BatchToSpaceND"},
    {"T Tblock_shape Tpaddings", "SpaceToBatchND"},
    {"T Tdim", "ExpandDims"},
    {"T Tidx",
     "ArgMax ArgMin BatchToSpace BroadcastTo Cumprod Cumsum CumulativeLogsumexp EuclideanNorm Max Mean Min "
     "Prod ReverseV2 Sum"},
    {"T Tindex Tindex", "MatrixBandPart"},
    {"T Tindices", "SegmentMax SegmentMean SegmentSum"},
    {"T Tindices T",
     "ScatterAdd ScatterDiv ScatterMax ScatterMin ScatterMul ScatterNdAdd ScatterNdMax ScatterNdMin "
     "ScatterNdSub ScatterNdUpdate ScatterSub ScatterUpdate TensorScatterAdd TensorScatterMax TensorScatterMin "
     "TensorScatterSub TensorScatterUpdate"},
    {"T Tindices Tnumsegments", "UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum"},
    {"T Tk", "TopKV2"},
    {"T Tlabels", "SparseSoftmaxCrossEntropyWithLogits"},
    {"T Tlen", "ReverseSequence SplitV"},
    {"T Tmultiples", "Tile"},
    {"T Tpaddings", "MirrorPad MirrorPadGrad Pad SpaceToBatch"},
    {"T Tpaddings T", "PadV2"},
    {"T Tperm", "ConjugateTranspose Transpose"},
    {"T Tshape", "Reshape"},
    {"T Tshift Taxis", "Roll"},
    {"T U U U U", "FusedBatchNormV2 FusedBatchNormV3"},
    {"T*",
     "AccumulateNV2 Add AddN AddV2 ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradV2 ApplyAdam "
     "ApplyAddSign ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyGradientDescent ApplyMomentum "
     "ApplyPowerSign ApplyProximalAdagrad ApplyProximalGradientDescent ApplyRMSProp ApproximateEqual Assign "
     "AssignAdd AssignSub Atan2 BatchMatMul BatchMatMulV2 BiasAdd BiasAddV1 BitwiseAnd BitwiseOr BitwiseXor "
     "BroadcastArgs BroadcastGradientArgs ClipByValue Complex Conv2D Conv3D Cross DepthwiseConv2dNative "
     "Dilation2D Div DivNoNan Einsum EluGrad Equal FloorDiv FloorMod FusedBatchNorm FusedBatchNormGrad Greater "
     "GreaterEqual InvGrad LeakyReluGrad LeftShift Less LessEqual LowerBound MatMul MatrixSetDiag MaxPoolGrad "
     "MaxPoolGradGrad Maximum Minimum Mod Mul MulNoNan NotEqual Pack ParallelConcat Pow RealDiv ReciprocalGrad "
     "Relu6Grad ReluGrad RightShift RsqrtGrad SeluGrad ShapeN SigmoidGrad SoftmaxCrossEntropyWithLogits "
     "SoftplusGrad SoftsignGrad SqrtGrad SquaredDifference Sub TanhGrad TruncateDiv TruncateMod UpperBound "
     "Xdivy Xlog1py Xlogy"},
    {"T* Tidx", "ConcatV2"},
    {"TI - T T", "OneHot"},
    {"Ta Tb", "BatchMatMulV3"},
    {"Tcomplex", "FFT FFT2D IFFT IFFT2D"},
    {"Tidx Tidx T", "DenseBincount"},
    {"Tidx Tidx Tidx", "Range"},
    {"Tindices T Tindices", "ScatterNd"},
    {"Tparams Tindices", "Gather GatherNd"},
    {"Tparams Tindices Taxis", "GatherV2"},
    {"Tshape T T", "Conv3DBackpropInputV2"},
    {"dtype", "IsVariableInitialized PlaceholderWithDefault"},
    {"index_type T", "Fill"},
};

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

using AttributesByOperator = std::unordered_map<std::string, std::vector<std::string>>;

AttributesByOperator ReadTable() {
  AttributesByOperator attributes;
  for (const TypedInputs& row : kTypedInputs) {
    for (std::string& type : WordsOf(row.operators)) attributes[std::move(type)] = WordsOf(row.attributes);
  }
  return attributes;
}

// Returns the attribute that names the type of input `i` of a node, of which the table says `words`. "": none does.
std::string_view TypeAttribute(const std::vector<std::string>& words, size_t i, size_t count) {
  for (const std::string_view word : words) {
    const bool repeats = word.ends_with('*');
    const size_t entries = repeats ? count - std::min(count, words.size() - 1) : 1;
    if (i < entries) return word == "-" ? "" : word.substr(0, word.size() - (repeats ? 1 : 0));
    i -= entries;
  }
  return "";
}

// Returns the type of a placeholder or constant; DT_INVALID for other nodes.
tensorflow::DataType SourceType(const Node& node) {
  const bool is_source = node.type == "Placeholder" || node.type == "Const";
  const AttrValue* type = is_source ? node.Attribute("dtype") : nullptr;
  return type == nullptr ? tensorflow::DT_INVALID : type->type();
}

}  // namespace

Status CheckTypes(const std::vector<Node>& nodes) {
  std::unordered_map<std::string, tensorflow::DataType> given;
  for (const Node& node : nodes) {
    if (const tensorflow::DataType type = SourceType(node); type != tensorflow::DT_INVALID) given[node.name] = type;
  }
  static const auto* const table = new AttributesByOperator(ReadTable());
  for (const Node& node : nodes) {
    const auto row = table->find(node.type);
    for (size_t i = 0; row != table->end() && i < node.inputs.size(); ++i) {
      const auto source = given.find(node.inputs[i]);
      if (source == given.end()) continue;
      const std::string name(TypeAttribute(row->second, i, node.inputs.size()));
      const AttrValue* attribute = name.empty() ? nullptr : node.Attribute(name);
      if (attribute == nullptr || !attribute->has_type() || attribute->type() == source->second) continue;
      return Misfit(node, fmt::format("its attribute {} is {}, but its input '{}' is {}", name,
                                      tensorflow::DataType_Name(attribute->type()), node.inputs[i],
                                      tensorflow::DataType_Name(source->second)));
    }
    for (const auto& [name, body] : node.regions) OPDK_TRY(CheckTypes(body->nodes));
  }
  return {};
}

}  // namespace opdk::tensorflow_plugin
