#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tells whether the accelerators are turned off: reading enums from memory, and the check whether
/// a read is tracked.
///
/// Only tests of the library set this, to show that its plain ways do the same.
package enum PlainRun {
  package static let isOn = ProcessInfo.processInfo.environment["RATCHET_PLAIN"] != nil
}
