opdk run no_such.onnx
