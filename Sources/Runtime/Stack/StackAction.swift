/// An action of a ``Stack`` of features: an action of an element, a push or a pop.
///
/// ```swift
/// enum Action {
///   case path(StackAction<Screen.State, Screen.Action>)
/// }
/// ```
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  case element(id: StackID, action: Action)

  /// Pushes an element.
  case push(State)

  /// Pops the element with an id and those above it.
  case pop(from: StackID)
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}

// Names the cases for case paths, also in a program that is built without reflection metadata.
extension StackAction: CaseNaming {
  var namedCase: (name: String, payload: Any?) {
    switch self {
    case .element(let id, let action): ("element", (id, action))
    case .push(let state): ("push", state)
    case .pop(let id): ("pop", id)
    }
  }
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: Encodable where State: Encodable, Action: Encodable {
  /// Encodes the state under `push`, the id under `pop`, or the id and the action of an element.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackActionKey.self)
    switch self {
    case .element(let id, let action):
      try container.encode(id, forKey: .id)
      try container.encode(action, forKey: .action)
    case .push(let state): try container.encode(state, forKey: .push)
    case .pop(let id): try container.encode(id, forKey: .pop)
    }
  }
}

extension StackAction: Decodable where State: Decodable, Action: Decodable {
  /// Decodes what ``encode(to:)`` encodes.
  ///
  /// - Throws: Any error of decoding a part, and an error if a part is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StackActionKey.self)
    if container.contains(.push) {
      self = .push(try container.decode(State.self, forKey: .push))
    } else if container.contains(.pop) {
      self = .pop(from: try container.decode(StackID.self, forKey: .pop))
    } else {
      self = .element(
        id: try container.decode(StackID.self, forKey: .id),
        action: try container.decode(Action.self, forKey: .action))
    }
  }
}

private enum StackActionKey: CodingKey { case id, action, push, pop }
