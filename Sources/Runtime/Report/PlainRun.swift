#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tells whether what is only faster is turned off: reading enums from memory, and finding out
/// which reads nobody tracks.
///
/// Only tests of the library set this, to show that its plain ways do the same.
package enum PlainRun {
  package static let isOn = ProcessInfo.processInfo.environment["RATCHET_PLAIN"] != nil
}
