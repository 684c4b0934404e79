opdk run "$SOURCE/samples/digits/model/digits.onnx" --plugins "$DIGITS" --input image=random:1x1x8x9
