mkdir my_ops
cat >my_ops/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(my_ops)
find_package(opdk REQUIRED)
opdk_add_operator_package(my_ops VENDOR me VERSION 1.0.0 SOURCE mish.cc)
message(FATAL_ERROR "a mistake")
CMAKE
opdk build my_ops
