import RatchetTesting

// The features that `ActionRecorderTests` records.

extension ActionRecorderTests {
  /// Draws whenever it is told of something.
  final class Drawing: StoreObserver {
    func observe(_ event: StoreEvent<Dicing.State, Dicing.Action>) {
      @Dependency(\.uuid) var uuid
      _ = uuid()
    }
  }

  struct Login: Reducer {
    struct State: Codable, Equatable, Sendable {
      var password = ""
      var tries = 0
    }

    enum Action: Codable, Sendable {
      case passwordChanged(String)
      case tried
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .passwordChanged(let password): state.password = password
      case .tried: state.tries += 1
      }
      return .none
    }
  }

  /// An action of which some values cannot be encoded.
  struct Fragile: Reducer {
    struct Action: Codable, Sendable {
      var isBroken: Bool

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isBroken {
          throw EncodingError.invalidValue(
            self, EncodingError.Context(codingPath: [], debugDescription: "it is broken"))
        }
        try container.encode(isBroken)
      }

      init(isBroken: Bool) { self.isBroken = isBroken }

      init(from decoder: any Decoder) throws {
        isBroken = try decoder.singleValueContainer().decode(Bool.self)
      }
    }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      state += 1
      return .none
    }
  }
}
