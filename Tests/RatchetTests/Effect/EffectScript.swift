import RatchetTesting

/// What a store has reduced, all of it at once, when it was sent some actions of a script.
///
/// Actions are separated by spaces.
struct EffectScript: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let effects: [String: Effect<String>]
  private let sent: String
  private let reduced: String
  private let started: Int?

  init(
    _ description: String, _ effects: [String: Effect<String>], sent: String = "begin",
    reduced: String, started: Int? = nil
  ) {
    testDescription = description
    self.effects = effects
    self.sent = sent
    self.reduced = reduced
    self.started = started
  }

  /// Nothing must be left at the end, and nothing be reported.
  @MainActor func check() async {
    let messages = Messages()
    let store = ScriptStore(effects, log: messages)
    for action in sent.split(separator: " ") { store.send(String(action)) }
    #expect(store.state.joined(separator: " ") == reduced)
    await store.finish()
    #expect(store.state.joined(separator: " ") == reduced)
    #expect(store.isAtRest && messages.texts.isEmpty)
    if let started { #expect(store.statistics.effectsStarted == started) }
  }
}

extension Effect<String> {
  /// An effect that ends when it is cancelled.
  static var endless: Self { .run { _ in await untilCancelled() } }

  /// An effect that sends one action.
  static func sending(_ action: String) -> Self { .run { send in await send(action) } }
}
