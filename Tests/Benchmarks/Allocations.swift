#if canImport(Allocations)
  import Allocations
#endif

/// How often this process has allocated memory.
enum AllocationCounter {
  /// `nil` where that cannot be counted.
  static var count: Int? {
    #if canImport(Allocations)
      let count = allocationsSoFar()
      return count < 0 ? nil : Int(count)
    #else
      return nil
    #endif
  }
}
