echo "no tensor" >picture.png
opdk run --op Relu --input x=picture.png
