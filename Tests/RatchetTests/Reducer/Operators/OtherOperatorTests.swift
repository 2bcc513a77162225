import RatchetTesting

@MainActor @Suite("An operator whose types fit, although another one is meant")
struct OtherOperatorTests {
  @Test("is reported for a presented child that 'ifLet' would not dismiss")
  func presentation() {
    let line: UInt = #line + 3
    let found = reports {
      _ = EmptyReducer<Lobby, Lobby.Action>()
        .ifLet(\.alert, action: Lobby.Action.alert) {}
        .ifLet(presenting: \.alert, action: Lobby.Action.alert) {}
    }
    #expect(
      found.map(\.text) == [
        """
        'ifLet' does not handle 'PresentationAction<Int>': 'dismiss' would leave the child in place.

        To fix this, attach the child with 'ifLet(presenting:action:)'.
        """
      ])
    #expect(found.map(\.line) == [line])
  }

  @Test("is reported for a storage of shared values, which 'dependency' would not empty")
  func storage() {
    let line: UInt = #line + 3
    let found = reports {
      _ = EmptyReducer<Int, Int>()
        .dependency(\.sharedStorage, SharedStorage()).sharedStorage(SharedStorage())
    }
    #expect(
      found.map(\.text) == [
        """
        A shared storage was set with 'dependency', so it would not be emptied when the feature is \
        removed.

        To fix this, use 'sharedStorage(_:)'.
        """
      ])
    #expect(found.map(\.line) == [line])
  }
}

// MARK: - Fixtures

private struct Lobby: Equatable {
  enum Action { case alert(PresentationAction<Int>) }

  var alert: Int?
}
