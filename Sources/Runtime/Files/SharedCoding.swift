#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes the value of a shared key for its file, and decodes the value from the file, as JSON
/// that people can read and edit.
///
/// Used by `FileBackend`, which reads and writes the file.
struct SharedCoding<Value: Sendable>: Sendable {
  let decode: @Sendable ([UInt8]) throws(CodingProblem) -> Value
  let encode: @Sendable (Value) throws -> [UInt8]
}

extension SharedCoding where Value: Codable {
  /// Writes a value of version 1 alone, and a value of a later version in an object, beside the
  /// number of its version.
  ///
  /// A value of version 1 that looks like such an object is written with its number, too. A value
  /// of an earlier version is read with the migration for that version.
  init(version: Int, migrations: [SharedMigration<Value>]) {
    decode = { (bytes) throws(CodingProblem) in
      // `nil` stands for version 1, written alone. Damaged text, for which it is also `nil`, is
      // treated the same, which throws below.
      let found = Self.version(of: bytes)
      if let found, found > version {
        throw CodingProblem(
          reason: """
            it has version \(found), and this program reads versions up to \(version); the file is \
            left alone until you use a newer program or move it away
            """, isNewer: true)
      }
      do {
        if version == 1, found == nil { return try Self.decode(Value.self, from: bytes) }
        if found == version { return try Self.decode(Versioned<Value>.self, from: bytes).value }
        let migration = migrations.first { $0.version == found ?? 1 }
        if let migration { return try migration.migrate(bytes, found != nil) }
      } catch {
        throw CodingProblem(error)
      }
      throw CodingProblem(
        reason: """
          it has version \(found ?? 1), and this program reads \
          \((migrations.map(\.version) + [version]).sorted().map(\.description)
            .joined(separator: ", "))
          """)
    }
    encode = { value in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      var bytes = Array(try encoder.encode(value))
      if version > 1 || Self.version(of: bytes) != nil {
        bytes = Array(try encoder.encode(Versioned(version: version, value: value)))
      }
      return bytes + Array("\n".utf8)
    }
  }

  /// The number of the version in the text of a file; `nil` if the text is a value alone, or is
  /// damaged.
  private static func version(of bytes: [UInt8]) -> Int? {
    (try? decode(Versioned<IgnoredContent>.self, from: bytes))?.version
  }
}

extension SharedCoding {
  /// Decodes JSON; the content is a value alone, or a value with its version.
  fileprivate static func decode<Content: Decodable>(
    _ type: Content.Type, from bytes: [UInt8]
  ) throws -> Content {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}

/// The object in a file: a value, and the version in which it is written. (A value of version 1 is
/// usually written alone, without this object.)
private struct Versioned<Content> {
  var version: Int
  var value: Content
}

extension Versioned: Encodable where Content: Encodable {}

extension Versioned: Decodable where Content: Decodable {}

/// Decodes from any value, to read only the version beside the value.
private struct IgnoredContent: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// Makes the value of a shared key from a value that an earlier version of the program has written.
public struct SharedMigration<Value: Sendable>: Sendable {
  /// The version of the old value.
  let version: Int
  /// Makes the value from the bytes of a file, which has the old value alone or, if `hasVersion` is
  /// true, beside the number of its version.
  let migrate: @Sendable (_ bytes: [UInt8], _ hasVersion: Bool) throws -> Value

  /// Makes a migration.
  ///
  /// - Parameters:
  ///   - version: The version of the old value.
  ///   - type: The type of the value in that version.
  ///   - transform: Makes the value from the old one.
  /// - Returns: The migration.
  public static func from<Old: Decodable & SendableMetatype>(
    _ version: Int, _ type: Old.Type, _ transform: @escaping @Sendable (Old) throws -> Value
  ) -> SharedMigration {
    SharedMigration(version: version) { bytes, hasVersion in
      let old =
        hasVersion
        ? try SharedCoding<Value>.decode(Versioned<Old>.self, from: bytes).value
        : try SharedCoding<Value>.decode(Old.self, from: bytes)
      return try transform(old)
    }
  }
}
