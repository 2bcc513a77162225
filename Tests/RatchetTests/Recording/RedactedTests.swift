import Foundation
import RatchetTesting

@MainActor @Suite("A redacted value")
struct RedactedTests {
  @Test("is plain in memory and JSON, and a placeholder in a recording and in texts")
  func placeholder() async throws {
    let file = try RecordedFile()
    let state = try await record(in: file, .signedIn(Redacted(password)))
    #expect(state.token == password)
    #expect(try !file.text.contains(password))
    #expect(try file.recording.replay(Login()) == .same(steps: 1))
    let data = try JSONEncoder().encode(state)
    #expect(String(decoding: data, as: UTF8.self).contains(password))
    #expect(try JSONDecoder().decode(Login.State.self, from: data) == state)
    let action = Login.Action.signedIn(Redacted(password))
    let texts = ["\(state)", "\(action)", ValueLine.text(action), "\(ValueText.lines(state))"]
    #expect(texts.allSatisfy { !$0.contains(password) && $0.contains("***") }, "\(texts)")
    #expect(SourceLiteral.text(action) == nil)
  }

  @Test("is named when a replay differs, as is a member that a closure redacts")
  func dependent() async throws {
    let file = try RecordedFile()
    try await record(in: file, .signedIn(Redacted(password)), .measured)
    var text = ""
    if case .differs(2, let found) = try file.recording.replay(Login()) { text = found }
    #expect(
      text.hasSuffix(
        """

        Differences from the recording:
            length = 3
            user = Ada
        Redacted in the recording:
            backup
            token
            user
        What it changes now:
            State(
              _token: Redacted<String>("***")
          -   user: ""
          -   length: 0
          +   user: "Ada"
          +   length: 3
              backup: Redacted<Optional<String>>(nil)
            )
        """), "\(text)")
  }

  @discardableResult private func record(
    in file: RecordedFile, _ actions: Login.Action...
  ) async throws -> Login.State {
    let recorder = try ActionRecorder(
      to: file.url, of: Login.self, program: "login", version: "1",
      redactingState: { state in
        var state = state
        if !state.user.isEmpty { state.user = "***" }
        return state
      })
    let store = Store(initialState: Login.State(), observers: [recorder]) {
      Login()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    for action in actions { store.send(action) }
    try await recorder.close()
    return store.state
  }
}

// MARK: - Fixtures

private let password = "correct horse"

private struct Login: Reducer {
  struct State: Codable, Equatable, Sendable {
    @Redacted var token = ""
    var user = ""
    var length = 0
    var backup = Redacted<String?>(nil)
  }

  enum Action: Codable, Equatable, Sendable {
    case signedIn(Redacted<String>)
    case measured
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .signedIn(let token): state.token = token.wrappedValue
    case .measured: (state.user, state.length) = ("Ada", state.token.count)
    }
    return .none
  }
}
