#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SharedKey {
  /// Merges two changes of the same value, with the closure given to the key or, without one, as
  /// `init` documents.
  ///
  /// `isEarly` says that `mine` was made before the content of the file was known. Its base is then
  /// an initial value, which must not replace what the file has: where both have changed something
  /// that has no parts, `theirs` wins.
  func merged(_ base: Value, _ mine: Value, _ theirs: Value, isEarly: Bool = false) -> Value {
    if let merge { return merge(base, mine, theirs) }
    if mine == base { return theirs }
    if theirs == base { return mine }
    if let elements = mine as? any MergedByElement,
      let merged = elements.merged(with: theirs, since: base, isEarly: isEarly) as? Value
    {
      return merged
    }
    if location.outside != nil, let type = Value.self as? any Codable.Type,
      let merged = mergedByMember(base, mine, theirs, as: type, isEarly: isEarly) as? Value
    {
      return merged
    }
    return isEarly ? theirs : mine
  }
}

extension SharedKey {
  /// Merges two changes member by member, as the values are encoded; returns `nil` if a value
  /// cannot be encoded, or if the result is no value.
  ///
  /// If the members of members make no value, as two cases of an enum, they are not taken apart.
  private func mergedByMember<Coded: Codable>(
    _ base: Value, _ mine: Value, _ theirs: Value, as type: Coded.Type, isEarly: Bool
  ) -> Coded? {
    func part(_ value: Value) throws -> JSONPart {
      try JSONDecoder().decode(JSONPart.self, from: JSONEncoder().encode(value as? Coded))
    }
    func value(_ part: JSONPart) throws -> Coded {
      try JSONDecoder().decode(type, from: JSONEncoder().encode(part))
    }
    do {
      let (base, my, their) = (try part(base), try part(mine), try part(theirs))
      // A part may have fewer digits than a number.
      guard try value(my) as? Value == mine, try value(their) as? Value == theirs else {
        return nil
      }
      for depth in [Int.max, 2, 1] {
        let merged = JSONPart.merged(base, my, their, isEarly: isEarly, depth: depth)
        if let merged, let result = try? value(merged) { return result }
      }
    } catch {}
    return nil
  }
}

/// A value in JSON, for a merge of its members.
private indirect enum JSONPart: Codable, Equatable {
  case null
  case bool(Bool)
  case text(String)
  case decimal(Decimal)
  case number(Double)
  case list([JSONPart])
  case object([String: JSONPart])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let decimal = try? container.decode(Decimal.self) {
      self = .decimal(decimal)
    } else if let members = try? container.decode([String: JSONPart].self) {
      self = .object(members)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .list(try container.decode([JSONPart].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .text(let text): try container.encode(text)
    case .decimal(let decimal): try container.encode(decimal)
    case .number(let number): try container.encode(number)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// Merges two changes of a part, which is taken apart as often as `depth` says; `nil` stands for
  /// a member that is missing.
  static func merged(
    _ base: JSONPart?, _ mine: JSONPart?, _ theirs: JSONPart?, isEarly: Bool, depth: Int
  ) -> JSONPart? {
    if mine == base { return theirs }
    if theirs == base { return mine }
    guard depth > 0, case .object(let mine)? = mine, case .object(let theirs)? = theirs else {
      return isEarly ? theirs : mine
    }
    var old: [String: JSONPart] = [:]
    if case .object(let members)? = base { old = members }
    let names = Set(mine.keys).union(theirs.keys)
    return .object(
      names.reduce(into: [:]) { result, name in
        result[name] = merged(
          old[name], mine[name], theirs[name], isEarly: isEarly, depth: depth - 1)
      })
  }
}
