import Foundation

/// Why the items cannot be read from a file.
struct ReadFailure: Error, Equatable {
  let reason: String
}

extension ReadFailure {
  /// Puts what the decoder has found into words.
  init(_ error: any Error, in bytes: [UInt8]) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      reason = "\(Self.place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      reason = "\(Self.place(context.codingPath)) is null"
    case .typeMismatch(_, let context):
      reason = "\(Self.place(context.codingPath)) is not of the right type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      reason = Self.invalidJSON(bytes)
    case .dataCorrupted(let context):
      reason = "\(Self.place(context.codingPath)) is wrong: \(context.debugDescription)"
    default:
      reason = "\(error)"
    }
  }

  /// The decoder does not tell what is wrong with it; the most likely can be seen at its end.
  private static func invalidJSON(_ bytes: [UInt8]) -> String {
    guard let last = bytes.last(where: { !" \t\r\n".utf8.contains($0) }) else {
      return "it is empty"
    }
    let isCutOff = last != UInt8(ascii: "}")
    return isCutOff ? "it is not valid JSON, and seems to be cut off" : "it is not valid JSON"
  }

  /// Such as `'items[2].title'`.
  private static func place(_ path: [any CodingKey]) -> String {
    let place = path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return place.isEmpty ? "its content" : "'\(place)'"
  }
}
