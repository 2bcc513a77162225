import Foundation
import RatchetTesting

@testable import RatchetDependencies
@testable import RatchetRecording

@MainActor
@Suite("A secret that is removed")
struct RecordedSecretsTests {
  @Test("is not in the file: not of a state, an action, a shared value, or what a source gave")
  func file() async throws {
    let file = try RecordedFile()
    let recorder = try recorder(file)
    let storage = SharedStorage()
    let store = store(recorder, storage)
    store.send(.typed(password))
    storage.change(.spare) { $0.password = password }
    storage.change(.account) { $0 = Account(password: password, name: "Ada") }
    for await seen in store.states(of: \.changes) where seen == 1 { break }
    store.send(.generated)
    #expect(store.account.password == password)
    try await recorder.close()
    let text = try file.text
    #expect(text.contains(#"{"shared:account":{"name":"Ada","password":"***"}}"#))
    #expect(text.contains(#"{"Vault.key":"***"}"#))
    #expect(text.contains(#"{"read:spare":{"name":"","password":"***"}}"#))
    #expect(!text.contains(password))
    #expect(try file.recording.replay(Vault()) == .same(steps: 3))
  }

  @Test("is not in the log or an error if something cannot be recorded: what replaces it is")
  func errors() async throws {
    var reasons: [String] = []
    for action in [Vault.Action.broken(password), .readBroken] {
      let messages = Messages()
      let file = try RecordedFile()
      let recorder = try recorder(file)
      let store = store(recorder, SharedStorage()) {
        $0.log = messages.sink
      }
      store.send(action)
      let error = await #expect(throws: RecordingError.self) { try await recorder.close() }
      #expect(error?.code == .unencodable)
      reasons.append(error?.reason ?? "")
      let texts = messages.all.map { "\($0)" } + ["\(error as Any)", try file.text]
      #expect(texts.count == 3)
      #expect(texts.filter { $0.contains(password) } == [])
    }
    #expect(
      reasons == [
        #"""
        step 1, broken("***"), cannot be recorded: broken("***") cannot be encoded: it is broken
        """#,
        "step 1, readBroken, cannot be recorded: the value from 'Vault.broken' cannot be encoded",
      ])
  }

  private func recorder(_ file: RecordedFile) throws -> ActionRecorder<Vault.State, Vault.Action> {
    try ActionRecorder(
      to: file.url, of: Vault.self, program: "vault", version: "1",
      redactingState: { state in
        var state = state
        state.account.password = "***"
        return state
      },
      redactingActions: { action in
        switch action {
        case .typed: .typed("***")
        case .broken: .broken("***")
        default: action
        }
      },
      redactingReads: { source, value in
        if source == "Vault.key" { value = .string("***") }
        if ["shared:account", "read:spare"].contains(source) { value["password"] = .string("***") }
      })
  }

  private func store(
    _ recorder: ActionRecorder<Vault.State, Vault.Action>, _ storage: SharedStorage,
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> StoreOf<Vault> {
    Store(initialState: Vault.State(), observers: [recorder]) {
      Vault()
    } withDependencies: {
      $0.sharedStorage = storage
      $0.continuousClock = TestClock()
      update(&$0)
    }
  }
}

// MARK: - Fixtures

private let password = "correct horse"

private struct Account: Codable, Hashable, Sendable {
  var password = ""
  var name = ""
}

extension SharedKey where Value == Account {
  fileprivate static var account: Self { SharedKey("account", default: Account(), in: .memory) }
  fileprivate static var spare: Self { SharedKey("spare", default: Account(), in: .memory) }
}

/// What says, when it is encoded, what it is.
private func unencodable(_ value: Any) -> EncodingError {
  .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: "it is broken"))
}

private struct Vault: Reducer {
  struct State: Codable, Equatable, Sendable {
    var account = Account()
    var changes = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case typed(String)
    case changed
    case generated
    case broken(String)
    case readBroken

    func encode(to encoder: any Encoder) throws {
      if case .broken = self { throw unencodable(self) }
      var container = encoder.unkeyedContainer()
      switch self {
      case .typed(let text): try container.encode(text)
      case .changed: try container.encode(1)
      default: try container.encode(2)
      }
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      if let number = try? container.decode(Int.self) {
        self = number == 1 ? .changed : .generated
      } else {
        self = .typed(try container.decode(String.self))
      }
    }
  }

  struct Broken: Codable, Sendable {
    var secret = password
    func encode(to encoder: any Encoder) throws { throw unencodable(self) }
  }

  @SharedReader(.spare) var spare
  let key = RecordableSource("Vault.key") { password }
  let broken = RecordableSource("Vault.broken") { Broken() }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text): state.account.password = text
      case .changed: state.changes += spare.password.isEmpty ? 0 : 1
      case .generated: state.account.password = key()
      case .broken: break
      case .readBroken: _ = broken()
      }
      return .none
    }
    .kept(\.account, in: .account, changed: .changed)
  }
}
