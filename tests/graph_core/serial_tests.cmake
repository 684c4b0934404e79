# These time algorithms: beside another test they would only find that the machine is busy.
set_tests_properties(
  Winograd.EveryMeasuredAlgorithmIsTakenWhenItIsRememberedAndIsRight
  Winograd.ASpoiledChoiceIsMeasuredAgain
  PROPERTIES RUN_SERIAL TRUE)
