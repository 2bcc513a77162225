/// In which order a test store runs what could run in any order.
public enum Schedule: Sendable, Hashable {
  /// In the order in which things became ready.
  case inOrder

  /// At random, the same way each time for the same seed.
  ///
  /// The same seed gives the same order in the same build configuration. Debug and release builds may differ: the
  /// optimizer removes suspensions that do nothing.
  case seed(UInt64)
}
