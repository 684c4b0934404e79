"""As CANN's package has it; there are no Estimators in TensorFlow any more."""
