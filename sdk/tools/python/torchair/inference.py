"""What TorchAir has for inference."""
