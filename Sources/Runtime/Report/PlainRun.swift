#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tells whether two optimizations are turned off: that case paths read enums from memory, and that
/// a store checks whether `withObservationTracking` tracks a read of its state.
///
/// Used by `EnumMemory` and `TrackingProbe`. Only tests of the library turn them off, to show that
/// the code without the optimizations does the same.
package enum PlainRun {
  /// Whether the environment has the variable `RATCHET_PLAIN`.
  package static let isOn = ProcessInfo.processInfo.environment["RATCHET_PLAIN"] != nil
}
