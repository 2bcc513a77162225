import Ratchet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How `ValueText` writes a value exactly if its description omits something, such as the fraction
// of a date's second. This is needed if two values differ, but their descriptions do not.
extension ValueText {
  /// The most bytes of a `Data` to write.
  private static var maxDataBytes: Int { 64 }

  /// The lines of a value with nothing left out; `nil` if its description must do.
  ///
  /// `other` is the value that it is compared with.
  mutating func exactLines(of value: Any, beside other: Any?) -> [String]? {
    switch value {
    case let date as Date: return [Self.text(date)]
    case let data as Data: return [Self.text(data, beside: other as? Data)]
    case let duration as Duration: return [duration.sourceText]
    default: break
    }
    // In a text that is exact as a whole (`isExact`), values of other types keep their
    // descriptions. Otherwise `other` has the same description, so members or the case's name are
    // written.
    guard let other, !isExact else { return nil }
    let parts = ValueParts(value)
    if !parts.isLeaf { return members(of: parts, ValueParts(other), "\(parts.type)(") }
    return CaseReflection(value).map { [".\($0.name)"] }
  }

  /// A date with all digits of its seconds, such as `2001-01-01 00:00:00.25 +0000`.
  private static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    let whole = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
    let parts = "\(whole)".split(separator: " ")
    guard date != whole, parts.count == 3, var rest = Decimal(string: "\(seconds)"),
      let start = Decimal(string: "\(whole.timeIntervalSinceReferenceDate)")
    else { return "\(date)" }
    // In decimals, because a difference of doubles would have other digits than the date.
    rest -= start
    return "\(parts[0]) \(parts[1])\("\(rest)".dropFirst()) \(parts[2])"
  }

  /// The bytes around those that differ, such as `3 bytes: 01 02 ff`.
  private static func text(_ data: Data, beside other: Data?) -> String {
    let bytes = Array(data)
    let ends = EqualEnds(bytes, other.map(Array.init), keeping: 8, by: ==)
    let shown = bytes[ends.start..<(bytes.count - ends.end)].prefix(maxDataBytes)
    let digits = shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let start = ends.start > 0 ? ["..."] : []
    let end = shown.endIndex < bytes.count ? ["..."] : []
    return "\(data): \((start + digits + end).joined(separator: " "))"
  }
}
