package import Ratchet

/// The pairs of corresponding parts of two values, each with the step of a path that leads to it,
/// such as `.title` or `[id: 1]`.
///
/// Used by `FirstDifference` and `ChangeAssignments`. Pairs the members of structs and objects, the
/// payloads of enums with the same case, the elements of lists by id or else by index, and the
/// entries of dictionaries by key. There are no pairs of elements of sets, or of lists whose ids or
/// lengths differ.
package struct PairedParts {
  /// A step and the part of each value; `nil` for a key that this dictionary does not have.
  package typealias Pair = (step: String, old: Any?, new: Any?)

  package let pairs: [Pair]

  /// Pairs the parts of two values; `nil` if the values do not consist of corresponding parts.
  ///
  /// `write` gives the text of an id or a key.
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
    // A type of the standard library or Foundation (`isOpaque`) is shown as a whole.
    case .struct where new.isOpaque, .set: return nil
    case .dictionary: pairs = Self.entries(old, new, write)
    case .optional where old.payload == nil || new.payload == nil: return nil
    case .enum where old.caseName == nil || old.caseName != new.caseName: return nil
    default:
      let (members, others) = (Array(old.parts), Array(new.parts))
      guard !others.isEmpty, members.count == others.count else { return nil }
      // The payload of an enum has the case's name before it; a list has indices instead of labels;
      // the value of an optional adds no step.
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

  /// The step to a member, from its label in reflection.
  ///
  /// A lazy property, or one with a wrapper, has the name with which it was declared. A wrapper's
  /// own `wrappedValue` adds no step. The label of an unlabeled tuple element, such as `.0`, is a
  /// step already.
  private static func step(_ label: String?) -> String {
    if label == "wrappedValue" { return "" }
    guard var name = label?[...], !name.hasPrefix(".") else { return label ?? "" }
    for prefix in ["$__lazy_storage_$_", "_"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    return ".\(SourceName.member(String(name)))"
  }
}

/// A collection that finds its elements by id; hides the types of its elements and ids.
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
