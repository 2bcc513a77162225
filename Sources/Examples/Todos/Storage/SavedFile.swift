import Foundation
import Ratchet

/// The content of the file: the items, and the format in which they are written.
struct SavedFile: Codable {
  private var format = SavedFile.format
  let items: [Item]

  private static let format = 1

  init(items: [Item]) {
    self.items = items
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let format = try values.decode(Int.self, forKey: .format)
    guard format == Self.format else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: values,
        debugDescription: "it is \(format), and this program reads \(Self.format)")
    }
    // Refuses two items with one id, which the rows of a list cannot have.
    items = Array(try values.decode(IdentifiedArrayOf<Item>.self, forKey: .items))
  }
}

extension SavedFile {
  /// Reads a file.
  init(_ bytes: [UInt8]) throws(ReadFailure) {
    do {
      self = try JSONDecoder().decode(SavedFile.self, from: Data(bytes))
    } catch {
      throw ReadFailure(error, in: bytes)
    }
  }

  /// What is written to the file; the same items give the same bytes.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + Array("\n".utf8)
  }
}
