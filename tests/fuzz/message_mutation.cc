// Changes fields of a protobuf message, because bytes of a message are seldom a message after one of them was changed.
// Values become edge values or other values of the message. Entries of repeated fields are dropped, doubled or swapped.
#include <google/protobuf/message.h>

#include <limits>
#include <random>
#include <vector>

#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

class Mutation {
 public:
  static constexpr size_t kShort = 32;  // bytes that may be a name, not a tensor

  explicit Mutation(unsigned seed) : random_(seed) {}

  void Run(Message& root) {
    Collect(root);
    const int times = 1 + static_cast<int>(random_() % 3);
    for (int i = 0; i < times; ++i) {
      Change(*messages_[Pick(messages_.size())]);
      messages_.clear();
      strings_.clear();
      bytes_.clear();
      Collect(root);
    }
  }

 private:
  size_t Pick(size_t count) { return random_() % count; }

  static std::string TextAt(const Message& message, const Reflection& reflection, const FieldDescriptor& field,
                            int at) {
    return field.is_repeated() ? reflection.GetRepeatedString(message, &field, at)
                               : reflection.GetString(message, &field);
  }

  void Collect(Message& message) {
    messages_.push_back(&message);
    const Reflection& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> set;
    reflection.ListFields(message, &set);
    for (const FieldDescriptor* field : set) {
      const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
      for (int i = 0; i < count; ++i) {
        if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
          Collect(field->is_repeated() ? *reflection.MutableRepeatedMessage(&message, field, i)
                                       : *reflection.MutableMessage(&message, field));
        } else if (field->type() == FieldDescriptor::TYPE_STRING) {
          strings_.push_back(TextAt(message, reflection, *field, i));
        } else if (field->type() == FieldDescriptor::TYPE_BYTES) {
          if (std::string bytes = TextAt(message, reflection, *field, i); bytes.size() <= kShort) {
            bytes_.push_back(std::move(bytes));
          }
        }
      }
    }
  }

  void Change(Message& message) {
    const auto* descriptor = message.GetDescriptor();
    if (descriptor->field_count() == 0) return;
    const Reflection& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> set;
    reflection.ListFields(message, &set);
    // Chooses mostly a field that is set, now and then another.
    const FieldDescriptor* field =
        !set.empty() && random_() % 4 != 0
            ? set[Pick(set.size())]
            : descriptor->field(static_cast<int>(Pick(static_cast<size_t>(descriptor->field_count()))));
    if (field->is_repeated()) return ChangeRepeated(message, reflection, *field);
    if (reflection.HasField(message, field) && random_() % 8 == 0) return reflection.ClearField(&message, field);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      reflection.MutableMessage(&message, field);
      return;
    }
    Set(message, reflection, *field, -1);
  }

  void ChangeRepeated(Message& message, const Reflection& reflection, const FieldDescriptor& field) {
    const int count = reflection.FieldSize(message, &field);
    const int at = count == 0 ? 0 : static_cast<int>(Pick(static_cast<size_t>(count)));
    switch (random_() % 5) {
      case 0:
        if (count > 0) reflection.RemoveLast(&message, &field);
        return;
      case 1:
        if (count > 1) reflection.SwapElements(&message, &field, at, count - 1);
        return;
      case 2:
      case 3:
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
          // Messages have no copy that is added: the entry's bytes are.
          const std::string bytes =
              count == 0 ? "" : reflection.GetRepeatedMessage(message, &field, at).SerializePartialAsString();
          reflection.AddMessage(&message, &field)->ParsePartialFromString(bytes);
          return;
        }
        return Set(message, reflection, field, count);
      default:
        if (count > 0 && field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) Set(message, reflection, field, at);
    }
  }

  // Sets a field. `at`: the place in a repeated field, its size to append; -1: a single field.
  void Set(Message& message, const Reflection& reflection, const FieldDescriptor& field, int at) {
    const bool repeated = at >= 0;
    const bool add = repeated && at == reflection.FieldSize(message, &field);
    switch (field.cpp_type()) {
#define OPDK_SET(TYPE, Name, value)                                                 \
  case FieldDescriptor::TYPE:                                                       \
    if (add) return reflection.Add##Name(&message, &field, value);                  \
    if (repeated) return reflection.SetRepeated##Name(&message, &field, at, value); \
    return reflection.Set##Name(&message, &field, value);
      OPDK_SET(CPPTYPE_INT32, Int32, static_cast<int32_t>(Integer()))
      OPDK_SET(CPPTYPE_INT64, Int64, Integer())
      OPDK_SET(CPPTYPE_UINT32, UInt32, static_cast<uint32_t>(Integer()))
      OPDK_SET(CPPTYPE_UINT64, UInt64, static_cast<uint64_t>(Integer()))
      OPDK_SET(CPPTYPE_FLOAT, Float, static_cast<float>(Number()))
      OPDK_SET(CPPTYPE_DOUBLE, Double, Number())
      OPDK_SET(CPPTYPE_BOOL, Bool, random_() % 2 == 0)
      OPDK_SET(CPPTYPE_ENUM, EnumValue, static_cast<int>(random_() % 24))
      OPDK_SET(CPPTYPE_STRING, String, Text(field))
#undef OPDK_SET
      default:
        return;
    }
  }

  int64_t Integer() {
    static constexpr int64_t kEdges[] = {0,
                                         1,
                                         2,
                                         3,
                                         4,
                                         7,
                                         8,
                                         13,
                                         16,
                                         17,
                                         -1,
                                         -2,
                                         -3,
                                         64,
                                         255,
                                         256,
                                         65535,
                                         65536,
                                         1 << 20,
                                         1LL << 31,
                                         127,
                                         128,
                                         -128,
                                         32767,
                                         1000000007,
                                         (1LL << 31) - 1,
                                         -(1LL << 31),
                                         1LL << 40,
                                         std::numeric_limits<int64_t>::max(),
                                         std::numeric_limits<int64_t>::min()};
    return kEdges[Pick(std::size(kEdges))];
  }

  double Number() {
    static constexpr double kEdges[] = {0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        0.5,
                                        1e-45,
                                        1e38,
                                        1e300,
                                        2.0,
                                        std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::quiet_NaN()};
    return kEdges[Pick(std::size(kEdges))];
  }

  std::string Text(const FieldDescriptor& field) {
    if (field.type() == FieldDescriptor::TYPE_BYTES) {
      if (!bytes_.empty() && random_() % 2 == 0) return bytes_[Pick(bytes_.size())];
      std::string bytes(random_() % (kShort + 1), '\0');
      for (char& byte : bytes) byte = static_cast<char>(random_());
      return bytes;
    }
    // Names of the message itself, so that edges and references appear.
    if (!strings_.empty() && random_() % 8 != 0) return strings_[Pick(strings_.size())];
    static const std::string kEdges[] = {"",           "x",       "../x", "/etc/passwd", std::string(300, 'n'),
                                         "\x1b[31m\n", "\xff\xfe"};
    return kEdges[Pick(std::size(kEdges))];
  }

  std::mt19937 random_;
  std::vector<Message*> messages_;
  std::vector<std::string> strings_;
  std::vector<std::string> bytes_;
};

}  // namespace

size_t MutateMessage(Message& message, uint8_t* data, size_t size, size_t most, unsigned seed) {
  if (!message.ParsePartialFromArray(data, static_cast<int>(size))) return 0;
  Mutation(seed).Run(message);
  const std::string bytes = message.SerializePartialAsString();
  if (bytes.empty() || bytes.size() > most) return 0;
  bytes.copy(reinterpret_cast<char*>(data), bytes.size());
  return bytes.size();
}

}  // namespace opdk::fuzz
