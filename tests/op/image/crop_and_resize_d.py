from crops import cropped as crop_and_resize_d
