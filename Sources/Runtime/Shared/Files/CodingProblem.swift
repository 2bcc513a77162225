/// Why a value cannot be decoded from a text: where in the value, and what the decoder says.
struct CodingProblem: Error, Equatable {
  let reason: String
  /// The file is whole, and this program is too old for it.
  let isNewer: Bool

  init(reason: String, isNewer: Bool = false) {
    self.reason = reason
    self.isNewer = isNewer
  }

  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self.init(reason: "\(error)")
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init(reason: "\(Self.name(context.codingPath + [key])) is missing")
    case .valueNotFound(_, let context):
      self.init(reason: "\(Self.name(context.codingPath)) is null")
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      let text = context.debugDescription
      let sentence = text.hasSuffix(".") ? text.dropLast() : text[...]
      self.init(reason: "\(Self.name(context.codingPath)) is wrong: \(sentence)")
    @unknown default: self.init(reason: "\(error)")
    }
  }

  /// Such as `'items[2].title'`.
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
