/// Why a value cannot be decoded from a text, and in which line.
struct CodingProblem: Error, Equatable {
  let reason: String
  let line: Int?
  /// The file is whole, and this program is too old for it.
  let isNewer: Bool

  init(reason: String, line: Int? = nil, isNewer: Bool = false) {
    self.reason = reason
    self.line = line
    self.isNewer = isNewer
  }

  init(_ error: any Error, in bytes: [UInt8]) {
    guard let error = error as? DecodingError else {
      self.init(reason: "\(error)")
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self.init("\(Self.name(context.codingPath + [key])) is missing", at: context, bytes)
    case .valueNotFound(_, let context):
      self.init("\(Self.name(context.codingPath)) is null", at: context, bytes)
    case .typeMismatch(_, let context):
      self.init("\(Self.name(context.codingPath)) is not of the right type", at: context, bytes)
    case .dataCorrupted(let context):
      if let syntax = JSONLines.syntaxError(in: bytes) {
        self = syntax
      } else {
        self.init(
          "\(Self.name(context.codingPath)) is wrong: \(context.debugDescription)", at: context,
          bytes)
      }
    @unknown default: self.init(reason: "\(error)")
    }
  }

  private init(_ reason: String, at context: DecodingError.Context, _ bytes: [UInt8]) {
    let path = context.codingPath.map { key in
      key.intValue.map(JSONLines.Step.index) ?? .key(key.stringValue)
    }
    self.init(reason: reason, line: JSONLines.line(of: path, in: bytes))
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
