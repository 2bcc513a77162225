import Ratchet

// Decides whether an action matches a pattern, a function that makes actions: looks for parts of
// the action from which the function makes an equal action.
//
// A value may have several parts of the same type, so the search finds out where the function puts
// each of its arguments:
//
// 1. It calls the function with, for each parameter, the first part of the action that has the
//    parameter's type.
// 2. For each parameter, it calls the function again, with another part of that type instead.
// 3. The two results differ where the function has put the argument: there, one result has the
//    first part, and the other result the other part. The action's own part at this place is the
//    value of the parameter.
// 4. It calls the function with the values found, and compares the result with the action.
//
// So a function of n parameters is called at most n + 2 times.
extension ActionPattern {
  enum Search {
    /// The action matches.
    case found
    /// The action does not match.
    case different
    /// It is unknown which part of the action is the argument at this position: no part has its
    /// type, or the function does not pass it on unchanged.
    case unknown(Int)
  }

  /// Looks for parts of an action from which the function makes an equal action.
  func search(_ action: Action) -> Search {
    var values: [Any] = []
    for (index, accepts) in accepts.enumerated() {
      guard let value = Parts(action).first(where: accepts) else { return .unknown(index) }
      values.append(value)
    }
    // A pattern only wraps its arguments, so it would make this case with any others, too.
    guard let made = make(values), let id = CaseReflection.id(of: made),
      id == CaseReflection.id(of: action)
    else { return .different }
    if ValueEquality.areEqual(made, action) { return .found }
    let first = values
    for (index, accepts) in accepts.enumerated() {
      // Without another part of the type, the argument can only be the first.
      guard
        let other = Parts(action).first(where: {
          accepts($0) && !ValueEquality.areEqual($0, first[index])
        })
      else { continue }
      var changed = first
      changed[index] = other
      guard let remade = make(changed) else { return .different }
      // The argument makes no difference, so any value will do.
      if ValueEquality.areEqual(made, remade) { continue }
      guard let place = Place(of: first[index], in: made, and: other, in: remade, action) else {
        return .unknown(index)
      }
      guard let part = place.part, accepts(part) else { return .different }
      values[index] = part
    }
    return make(values).map { ValueEquality.areEqual($0, action) } == true ? .found : .different
  }

  /// A place inside two results of the function, which differ there (step 3).
  private struct Place {
    /// The part of a third value, the action, at the same place, if it has one.
    let part: Any?

    /// Finds the outermost place where `value` has `part` and `other` has `otherPart`; `nil` if
    /// there is none among the first 2,000 places where they differ, a bound for huge values.
    init?(of part: Any, in value: Any, and otherPart: Any, in other: Any, _ third: Any) {
      var places: [(Any, Any, Any?)] = [(value, other, third)]
      var next = 0
      while next < places.count, next < 2_000 {
        let (one, two, three) = places[next]
        next += 1
        if ValueEquality.areEqual(part, one), ValueEquality.areEqual(otherPart, two) {
          self.part = three
          return
        }
        let thirds = three.map(CaseReflection.children) ?? []
        let pairs = zip(CaseReflection.children(of: one), CaseReflection.children(of: two))
        for (index, (one, two)) in pairs.enumerated() where one.label == two.label {
          if ValueEquality.areEqual(one.value, two.value) { continue }
          let three = thirds.indices.contains(index) ? thirds[index] : nil
          places.append((one.value, two.value, three?.label == one.label ? three?.value : nil))
        }
      }
      return nil
    }
  }
}

/// The parts of a value, the value itself included, from the outside inward, as far as reflection
/// shows them; looks for parts only inside the first 2,000 parts.
struct Parts: Sequence, IteratorProtocol {
  private var parts: [Any]
  private var position = 0
  /// The number of parts whose own parts are in the list.
  private var opened = 0

  init(_ value: Any) { parts = [value] }

  mutating func next() -> Any? {
    // A part is opened as late as possible: most values are found close to the outside.
    while position == parts.count {
      guard opened < Swift.min(parts.count, 2_000) else { return nil }
      parts += CaseReflection.children(of: parts[opened]).map(\.value)
      opened += 1
    }
    position += 1
    return parts[position - 1]
  }
}
