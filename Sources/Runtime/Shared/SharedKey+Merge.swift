#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SharedKey {
  /// Merges two changes of the same value, with the closure given to the key or, without one, as
  /// `init` documents.
  func merged(_ base: Value, _ mine: Value, _ theirs: Value) -> Value {
    if let merge { return merge(base, mine, theirs) }
    if mine == base { return theirs }
    if theirs == base { return mine }
    var merged: Value?
    if let type = Value.self as? any Codable.Type {
      merged = try? mergedByPart(base, mine, theirs, as: type) as? Value
    }
    // One that is not Codable, or has a value that cannot be encoded, such as infinity.
    if merged == nil {
      merged = (mine as? any MergedByElement)?.merged(with: theirs, since: base) as? Value
    }
    return merged ?? mine
  }
}

extension SharedKey {
  /// Whether two values are the same as they are encoded, so that one may stand for the other.
  func encodesSame(_ one: Value, as other: Value) -> Bool {
    func tree(_ value: some Encodable) -> EncodedTree? {
      (try? JSONEncoder().encode(value)).map { EncodedTree(Array($0)) }
    }
    guard let one = one as? any Encodable, let other = other as? any Encodable,
      let one = tree(one)
    else { return false }
    return one == tree(other)
  }
}

/// Merges two changes of a value part by part, as it is encoded.
///
/// The parts of an object need not make a value: those of two cases of an enum do not. If the
/// result cannot be decoded, or a member is lost by that, the object in question is taken as a
/// whole. A part that is not encoded does not keep others from being merged.
private func mergedByPart<Value: Codable>(
  _ base: Any, _ mine: Any, _ theirs: Any, as type: Value.Type
) throws -> Value? {
  guard let base = base as? Value, let mine = mine as? Value, let theirs = theirs as? Value else {
    return nil
  }
  let plain = TreeCoder<Value>(writesIDs: false)
  var coder = TreeCoder<Value>(writesIDs: true)
  // A type that writes an identified array and reads another collection reads no ids.
  func isRead(_ value: Value) throws -> Bool {
    let withIDs = try coder.tree(value)
    guard try withIDs != plain.tree(value), let read = try? plain.settled(value) else {
      return true
    }
    return (try? plain.tree(coder.value(withIDs)))?.sorted == read.sorted
  }
  if try ![base, mine, theirs].allSatisfy(isRead) { coder = plain }
  // Only if something is lost, without what decoding leaves out, which is no loss by merging.
  attempts: for isSettled in [false, true] {
    func tree(_ value: Value) throws -> EncodedTree {
      if isSettled, let tree = try? coder.settled(value) { return tree }
      return try coder.tree(value)
    }
    let (my, their) = (try tree(mine), try tree(theirs))
    guard var merged = EncodedTree.merged(try tree(base), my, their) else { return nil }
    var rounds = 0
    while merged != my {
      if merged == their { return theirs }
      var path: [EncodedTree.Step] = []
      do {
        let result = try coder.value(merged)
        guard let loss = merged.pathOfLoss(in: try coder.tree(result)) else { return result }
        path = loss
      } catch let error as DecodingError {
        path = try error.path.map { key in
          EncodedTree.Step(name: try coder.tree(key.stringValue).text[...], index: key.intValue)
        }
      }
      if !isSettled { continue attempts }
      // After many, a larger part at a time: each round decodes all.
      rounds += 1
      let length = max(0, path.count - rounds / 32)
      guard merged.settle(at: path[..<length], my, their) else { return nil }
    }
    break
  }
  return mine
}

/// Turns a value into the tree that is encoded, and back.
private struct TreeCoder<Value: Codable> {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  init(writesIDs: Bool) {
    guard writesIDs, let key = ElementIDs.key else { return }
    (encoder.userInfo[key], decoder.userInfo[key]) = (true, true)
  }

  func tree(_ value: some Encodable) throws -> EncodedTree {
    EncodedTree(Array(try encoder.encode(value)))
  }

  func value(_ tree: EncodedTree) throws -> Value {
    try decoder.decode(Value.self, from: Data(tree.text))
  }

  /// The tree without what decoding leaves out, which must not count as a loss of a merge.
  func settled(_ value: Value) throws -> EncodedTree { try tree(self.value(tree(value))) }
}

extension DecodingError {
  fileprivate var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}

/// A collection that is merged element by element although it cannot be encoded.
private protocol MergedByElement {
  func merged(with theirs: Any, since base: Any) -> Any?
}

extension IdentifiedArray: MergedByElement where Element: Equatable {
  func merged(with theirs: Any, since base: Any) -> Any? {
    func version(_ list: Any) -> ListVersion<ID, Element>? {
      (list as? Self).flatMap { ListVersion($0.elements, id: idOf) }
    }
    guard let mine = version(self), let base = version(base), let theirs = version(theirs) else {
      return nil
    }
    let merged = mine.merged(with: theirs, since: base) { old, mine, theirs in
      mine == old ? theirs : mine
    }
    return merged.reduce(into: IdentifiedArray(idOf)) { $0.append($1) }
  }
}
