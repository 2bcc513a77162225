internal import Foundation

/// A value stored in a file, as JSON that people can read and edit.
///
/// An actor, so that reading and writing happen off the main actor, and saves one after the other.
package actor JSONFile<Value: Codable & Sendable> {
  private let path: String
  /// Why the file must not be replaced: it was not read and could not be renamed.
  private var obstacle: String?

  package init(path: String) {
    self.path = path
  }

  /// Reads the value; nil if there is no file.
  ///
  /// A file that cannot be decoded is renamed, so that it is not overwritten.
  package func load() throws(StorageError) -> Value? {
    let reason: String
    do throws(SystemError) {
      guard let bytes = try FileSystem.contents(of: path) else { return nil }
      do throws(JSONFailure) {
        return try Self.decode(bytes)
      } catch {
        reason = error.reason
      }
    } catch {
      reason = error.reason
    }
    throw .damaged(file: path, reason: reason, kept: putAside())
  }

  /// Replaces the file; does nothing if the task has been cancelled.
  package func save(_ value: Value) throws(StorageError) {
    if Task.isCancelled { return }
    if obstacle != nil { _ = putAside() }
    if let obstacle { throw .notSaved(file: path, reason: obstacle) }
    do {
      let bytes = try Self.encode(value)
      let replacement = try Replacement(of: path)
      try replacement.file.write(bytes)
      try replacement.commit()
    } catch {
      throw .notSaved(file: path, reason: (error as? SystemError)?.reason ?? "\(error)")
    }
  }

  private func putAside() -> StorageError.Kept {
    do throws(SystemError) {
      let name = try FileSystem.putAside(path)
      obstacle = nil
      return .renamed(to: name)
    } catch {
      obstacle = "what is there cannot be read, and cannot be renamed: \(error.reason)"
      return .inPlace(reason: error.reason)
    }
  }

  package static func decode(_ bytes: [UInt8]) throws(JSONFailure) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw JSONFailure(error, in: bytes)
    }
  }

  /// The content of the file; the same value gives the same bytes.
  package static func encode(_ value: Value) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + Array("\n".utf8)
  }
}

/// An error of loading or saving a value.
package enum StorageError: Error, Codable, Equatable, Sendable {
  /// The file exists, but the value cannot be decoded from it.
  case damaged(file: String, reason: String, kept: Kept)
  case notSaved(file: String, reason: String)

  /// What happened to a damaged file.
  package enum Kept: Codable, Equatable, Sendable {
    case renamed(to: String)
    case inPlace(reason: String)
  }

  /// A one-line message about a value with the given name, such as "list".
  package func message(about value: String) -> String {
    switch self {
    case .damaged(let file, let reason, .renamed(let name)):
      "cannot read \(file): \(reason); it is kept as \(name), and the \(value) starts empty"
    case .damaged(let file, let reason, .inPlace(let obstacle)):
      """
      cannot read \(file): \(reason); the \(value) starts empty, and is not saved as long as the \
      file is in its way: it cannot be renamed: \(obstacle)
      """
    case .notSaved(let file, let reason):
      "cannot save \(file): \(reason); the \(value) is kept until the program ends"
    }
  }
}

/// A description of what is wrong with JSON.
package struct JSONFailure: Error, Codable, Equatable {
  package let reason: String

  fileprivate init(_ error: any Error, in bytes: [UInt8]) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      reason = "\(Self.name(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      reason = "\(Self.name(context.codingPath)) is null"
    case .typeMismatch(_, let context):
      reason = "\(Self.name(context.codingPath)) is not of the right type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      reason = Self.invalidJSON(bytes)
    case .dataCorrupted(let context):
      reason = "\(Self.name(context.codingPath)) is wrong: \(context.debugDescription)"
    default:
      reason = "\(error)"
    }
  }

  /// The decoder does not say what is wrong; the end of the text shows the most likely mistakes.
  private static func invalidJSON(_ bytes: [UInt8]) -> String {
    guard let last = bytes.last(where: { !" \t\r\n".utf8.contains($0) }) else {
      return "it is empty"
    }
    let isCutOff = last != UInt8(ascii: "}")
    return isCutOff ? "it is not valid JSON, and seems to be cut off" : "it is not valid JSON"
  }

  /// A name such as `'items[2].title'`.
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
