import Foundation

#if canImport(Allocations)
  import Allocations
#endif

/// The memory of this process that is resident, as Linux counts it, in bytes; `nil` where `/proc`
/// does not tell.
enum Memory {
  /// What is resident now, counted page by page.
  static var resident: Int? { bytes("Rss:", in: "/proc/self/smaps_rollup") }

  /// The most that has been resident since `reset()`.
  static var peak: Int? { bytes("VmHWM:", in: "/proc/self/status") }

  /// What this program has allocated and not freed, without what the allocator keeps for later;
  /// `nil` where that is not counted.
  static var allocated: Int? {
    #if canImport(Allocations)
      let bytes = allocatedBytes()
      return bytes < 0 ? nil : Int(bytes)
    #else
      return nil
    #endif
  }

  /// Forgets the peak so far, and gives freed memory back to the system.
  static func reset() {
    #if canImport(Allocations)
      returnFreedMemory()
    #endif
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  private static func bytes(_ name: String, in file: String) -> Int? {
    let text = try? String(contentsOfFile: file, encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map {
      $0 * 1_024
    }
  }
}
