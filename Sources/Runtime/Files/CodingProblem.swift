/// Why `SharedCoding` cannot decode the value of a shared key from its file.
struct CodingProblem: Error, Equatable {
  /// What is wrong with which part of the value, in words for a report about the file.
  let reason: String
  /// Whether a newer version of the program wrote the file; the file is then left alone.
  let isNewer: Bool

  init(reason: String, isNewer: Bool = false) {
    self.reason = reason
    self.isNewer = isNewer
  }

  /// Describes an error that a decoder has thrown.
  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self.init(reason: "\(error)")
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(reason: "\(Self.name(context.codingPath + [key])) is missing")
    case .valueNotFound(_, let context):
      // Foundation has no other error for an array that is too short.
      let isShort = context.debugDescription.contains("container is at end")
      self.init(reason: "\(Self.name(context.codingPath)) is \(isShort ? "missing" : "null")")
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      let text = context.debugDescription
      let sentence = text.hasSuffix(".") ? text.dropLast() : text[...]
      self.init(reason: "\(Self.name(context.codingPath)) is wrong: \(sentence)")
    @unknown default: self.init(reason: "\(error)")
    }
  }

  /// The path of a part of the value, such as `'items[2].title'`.
  private static func name(_ path: [any CodingKey]) -> String {
    let name = path.reduce(into: "") { name, key in
      if let index = key.intValue {
        name += "[\(index)]"
      } else {
        name += name.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return name.isEmpty ? "its content" : "'\(name)'"
  }
}
