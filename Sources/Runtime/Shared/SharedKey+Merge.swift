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
    // The value is not `Codable`, or has a part that cannot be encoded, such as infinity, or its
    // `init(from:)` has thrown an error other than a `DecodingError` for the merged tree.
    if merged == nil {
      merged = (mine as? any MergedByElement)?.merged(with: theirs, since: base) as? Value
    }
    return merged ?? mine
  }
}

extension SharedKey {
  /// Whether two values have the same encoding: then they differ at most in what is not encoded.
  ///
  /// Used by `SharedEntry` to keep its value if the backend's has the same encoding. Compares lists
  /// in order: two encodings of equal sets may differ.
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

/// Merges two changes of a value part by part: encodes the three values as trees, merges these, and
/// decodes the result.
///
/// Not `nil` for three values of type `Value`.
///
/// Merged parts need not form a value: the parts of two cases of an enum do not. A *problem* is
/// that the merged tree cannot be decoded, or that decoding loses a member or an element. At the
/// first problem, starts again with trees that lack what decoding ignores in each value, which is
/// no loss by merging. At each problem of this second attempt, replaces the smallest part around
/// the problem that mixes both sides by that part of `mine`, and decodes again. The largest such
/// part is the whole value: in the worst case, the result is `mine`.
private func mergedByPart<Value: Codable>(
  _ base: Any, _ mine: Any, _ theirs: Any, as type: Value.Type
) throws -> Value? {
  guard let base = base as? Value, let mine = mine as? Value, let theirs = theirs as? Value else {
    return nil
  }
  let plain = TreeCoder<Value>(writesIDs: false)
  var coder = TreeCoder<Value>(writesIDs: true)
  // Whether a value is the same after coding with ids as after coding without ids. If not, no ids
  // are used: the type may write an identified array, but read another collection.
  func canBeReadWithIDs(_ value: Value) throws -> Bool {
    let withIDs = try coder.tree(value)
    // There is nothing to compare if ids change nothing, or if the value cannot be decoded without
    // them either.
    guard try withIDs != plain.tree(value), let read = try? plain.roundTripped(value) else {
      return true
    }
    // `sorted` orders the elements of all lists: a set is encoded in a different order each time.
    return (try? plain.tree(coder.value(withIDs)))?.sorted == read.sorted
  }
  if try ![base, mine, theirs].allSatisfy(canBeReadWithIDs) { coder = plain }
  attempts: for isRoundTripped in [false, true] {
    // In the second attempt, the tree lacks what decoding ignores.
    func tree(_ value: Value) throws -> EncodedTree {
      if isRoundTripped, let tree = try? coder.roundTripped(value) { return tree }
      return try coder.tree(value)
    }
    let (my, their) = (try tree(mine), try tree(theirs))
    // The merged tree is `nil` only if a side is, which stands for a missing part: not here.
    guard var merged = EncodedTree.merged(try tree(base), my, their) else { return nil }
    var rounds = 0
    // A tree that equals one side stands for that side's value, which need not be decoded.
    while merged != my {
      if merged == their { return theirs }
      var path: [EncodedTree.Step] = []
      do {
        let result = try coder.value(merged)
        // Decoding may succeed and still ignore a part: `loss` is the path to that part.
        guard let loss = merged.pathOfLoss(in: try coder.tree(result)) else { return result }
        path = loss
      } catch let error as DecodingError {
        path = try error.path.map { key in
          // A step has the name of a member as JSON text, with quotes and escapes.
          EncodedTree.Step(name: try coder.tree(key.stringValue).text[...], index: key.intValue)
        }
      }
      // The first attempt ends at its first problem.
      if !isRoundTripped { continue attempts }
      // Each round decodes everything, so after many rounds a larger part is replaced at a time.
      rounds += 1
      let length = max(0, path.count - rounds / 32)
      // Never `false`: `merged` equals neither side here.
      guard merged.settle(at: path[..<length], my, their) else { return nil }
    }
    break
  }
  return mine
}

/// Encodes a value as a tree, and decodes it from a tree.
private struct TreeCoder<Value: Codable> {
  private let encoder = JSONEncoder()
  private let decoder = JSONDecoder()

  /// Makes a coder; with `writesIDs`, an `IdentifiedArray` is coded with the id of each element
  /// beside the element, so that elements that do not encode their ids are merged by id, too.
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

  /// The tree of a value that was encoded and decoded: it lacks what decoding ignores.
  func roundTripped(_ value: Value) throws -> EncodedTree { try tree(self.value(tree(value))) }
}

extension DecodingError {
  /// The part of the value that cannot be decoded.
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
  /// Merges this array, which has the changes of one side, with those of the other side; returns
  /// `nil` if the three are not of the same type, or if two elements of one have the same id.
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
    // Of an element that both sides have changed, mine wins as a whole.
    let merged = mine.merged(with: theirs, since: base) { old, mine, theirs in
      mine == old ? theirs : mine
    }
    return merged.reduce(into: IdentifiedArray(idOf)) { $0.append($1) }
  }
}
