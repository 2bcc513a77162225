/// An action for a feature that `ifLet` presents: one of the feature's own actions, or its removal.
///
/// ```swift
/// enum Action {
///   case detail(PresentationAction<Detail.Action>)
/// }
/// ```
public enum PresentationAction<Action: Sendable>: Sendable {
  /// Removes the feature.
  case dismiss

  /// An action of the feature.
  case presented(Action)
}

// Names the cases for case paths, which otherwise find names by reflection: a program may have been
// built without the metadata for that.
extension PresentationAction: CaseNaming {
  var namedCase: (name: String, payload: Any?) {
    switch self {
    case .dismiss: ("dismiss", nil)
    case .presented(let action): ("presented", action)
    }
  }
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: Encodable where Action: Encodable {
  /// Encodes `{"dismiss":true}`, or the action of the feature under `presented`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PresentationKey.self)
    switch self {
    case .dismiss: try container.encode(true, forKey: .dismiss)
    case .presented(let action): try container.encode(action, forKey: .presented)
    }
  }
}

extension PresentationAction: Decodable where Action: Decodable {
  /// Decodes what ``encode(to:)`` encodes.
  ///
  /// - Throws: Any error of decoding the action, and an error if there is no action.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PresentationKey.self)
    self =
      container.contains(.dismiss)
      ? .dismiss : .presented(try container.decode(Action.self, forKey: .presented))
  }
}

private enum PresentationKey: CodingKey { case dismiss, presented }
