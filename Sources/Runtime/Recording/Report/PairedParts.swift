package import Ratchet

/// The parts of two values that correspond to each other, each with the step of a path to it.
///
/// Used by `FirstDifference` and `ChangeAssignments`. Members are paired by name, the payload of an
/// enum if both have the same case, elements by id or else by index, entries by key. Unordered
/// elements correspond to none, nor do those of lists with different ids or lengths.
package struct PairedParts {
  /// Of a key that only one dictionary has, the other part is `nil`.
  package typealias Pair = (step: String, old: Any?, new: Any?)

  package let pairs: [Pair]

  /// `nil` if the values do not consist of corresponding parts; `write` gives the text of an id or
  /// a key.
  package init?(_ old: ValueParts, _ new: ValueParts, write: (Any) -> String) {
    guard old.type == new.type, old.style == new.style else { return nil }
    if let one = old.value as? any IdentifiedElements,
      let two = new.value as? any IdentifiedElements
    {
      guard one.anyIDs == two.anyIDs else { return nil }
      pairs = zip(one.anyIDs, zip(old.entries, new.entries)).map { id, elements in
        ("[id: \(write(id))]", elements.0.value, elements.1.value)
      }
      return
    }
    switch new.style {
    case .struct where new.isOpaque, .set: return nil
    case .dictionary: pairs = Self.entries(old, new, write)
    case .optional where old.payload == nil || new.payload == nil: return nil
    case .enum where old.caseName == nil || old.caseName != new.caseName: return nil
    default:
      let (members, others) = (Array(old.parts), Array(new.parts))
      guard !others.isEmpty, members.count == others.count else { return nil }
      let start = new.caseName.map { ".\($0)" } ?? ""
      pairs = others.indices.map { index in
        let step = new.style == .collection ? "[\(index)]" : start + Self.step(others[index].label)
        return (new.style == .optional ? "" : step, members[index].value, others[index].value)
      }
    }
  }

  /// The entries that either dictionary has, in an order that does not depend on hashes.
  private static func entries(
    _ old: ValueParts, _ new: ValueParts, _ write: (Any) -> String
  ) -> [Pair] {
    let (values, others) = (old.valuesByKey, new.valuesByKey)
    let removed = old.entries.filter { ($0.key as? AnyHashable).map { others[$0] == nil } ?? false }
    let all = ValueParts.inOrder(new.entries + removed) { [write($0)] }
    return all.compactMap { entry in
      (entry.key as? AnyHashable).map { ("[\(write(entry.key))]", values[$0], others[$0]) }
    }
  }

  /// A member's step; a wrapped or lazy property has the name with which it was declared, and
  /// stands for its value.
  private static func step(_ label: String?) -> String {
    if label == "wrappedValue" { return "" }
    guard var name = label?[...], !name.hasPrefix(".") else { return label ?? "" }
    for prefix in ["$__lazy_storage_$_", "_"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    return ".\(SourceName.member(String(name)))"
  }
}

/// A collection that finds its elements by id.
package protocol IdentifiedElements {
  /// The ids of the elements, in order.
  var anyIDs: [AnyHashable] { get }
}

extension IdentifiedArray: IdentifiedElements {
  package var anyIDs: [AnyHashable] { ids.map { $0 as AnyHashable } }
}

extension Stack: IdentifiedElements {
  package var anyIDs: [AnyHashable] { ids.map { $0 as AnyHashable } }
}
