import Foundation
import RatchetTesting

@testable import Ratchet

@MainActor @Suite("Fields with names")
struct CodableFieldsTests {
  @Test("are recorded and replayed")
  func recording() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(to: file.url, of: Form.self, program: "form", version: "1")
    let store = Store(initialState: Form.State(), observers: [recorder]) { Form() }
    store.send(.form(.set(\.name, "Blob")))
    store.send(.form(.set(\.address.city, "Bern")))
    store.send(.form(.set(\.nickname, nil)))
    try await recorder.close()
    #expect(try file.text.contains(#"{"form":{"_0":["city","Bern"]}}"#))
    var actions: [Form.Action] = []
    let result = try file.recording.replay(Form()) { actions.append($0.action) }
    #expect(result == .same(steps: 3))
    #expect(
      actions == [
        .form(.set(\.name, "Blob")), .form(.set(\.address.city, "Bern")),
        .form(.set(\.nickname, nil)),
      ])
    let source = try file.recording.testSource(for: Form())
    #expect(source.contains(##"send(.form(RecordedTest.value(#"["name","Blob"]"#)))"##))
  }

  @Test("are asked for by a change of one that has none")
  func unnamed() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Form.self, program: "form", version: "1", onFailure: { _ in })
    let store = Store(initialState: Form.State(), observers: [recorder]) { Form() }
    store.send(.form(.set(\.name, "Blob")))
    store.send(.form(.set(\.age, 3)))
    let error = await #expect(throws: RecordingError.self) { try await recorder.close() }
    #expect(
      error?.reason
        == #"""
        step 2, form(\.age = 3), cannot be recorded: \.age = 3 cannot be encoded: the field is not \
        in 'codableFields' of 'State'
        """#.replacingOccurrences(of: "\\\n", with: ""))
    #expect(try file.recording.replay(Form(), lenient: true) == .same(steps: 1))
  }
}

// MARK: - Fixtures

private struct Form: Reducer {
  struct Address: Codable, Equatable, Sendable { var city = "" }

  struct State: Codable, Equatable, Sendable, CodableFields {
    var name = ""
    var nickname: String? = "B."
    var age = 0
    var address = Address()

    static let codableFields: [CodableField<Self>] = [
      .init("name", \.name), .init("nickname", \.nickname), .init("city", \.address.city),
    ]
  }

  enum Action: Codable, Equatable, Sendable { case form(FieldChange<State>) }

  var body: some ReducerOf<Self> { Fields(action: Action.form) }
}
