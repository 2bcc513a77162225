import RatchetTesting

@MainActor @Suite("Subscriptions by several ids")
struct SubscriptionIDsTests {
  @Test("run once for an id that occurs twice, which is reported once until it does not any more")
  func duplicates() {
    let messages = Messages()
    let store = RadioStore(.init(downloads: [1, 2, 1, 1]), log: messages)
    #expect(store.subscribed == ["download 1", "download 2"])
    store.change { $0.downloads = [1, 1, 3] }
    #expect(store.subscribed == ["download 1", "download 3"])
    #expect(messages.all.count == 1)
    store.change { $0.downloads = [1, 3] }
    store.change { $0.downloads = [1, 3, 3, 1] }
    #expect(messages.all.map(\.fileID) == Array(repeating: "RatchetTests/Radio.swift", count: 3))
    #expect(
      messages.texts[0] == """
        An id occurs more than once in 'subscriptions(ids:)': 1

        Subscriptions are identified by id; the duplicate was ignored. To fix this, use unique \
        ids, for example a 'Set'.
        """)
    #expect(store.statistics.effectsStarted == 3)
  }

  @Test("leave out one that does not equal itself, which is reported once until it is not declared")
  func notANumber() {
    let messages = Messages()
    let store = Store(initialState: [1, Double.nan], log: messages) {
      Reduce<[Double], [Double]> { state, action in
        state = action
        return .none
      }
      .subscriptions(ids: { $0 }, fileID: "Chart.swift", line: 7) { id in
        .run(name: "\(id)") { _ in await untilCancelled() }
      }
    }
    #expect(store.subscribed == ["1.0"])
    store.send([1, .nan])
    store.send([.nan, 2, .nan])
    #expect(store.subscribed == ["2.0"])
    #expect(messages.all.map(\.description) == [Self.report])
    store.send([2])
    store.send([2, .nan])
    #expect(messages.all.map(\.description) == [Self.report, Self.report])
    #expect(store.statistics.effectsStarted == 2)
  }

  @Test("or by a single one are left out and reported alike")
  func singleNotANumber() {
    let messages = Messages()
    let store = Store(initialState: Double.nan, log: messages) {
      Reduce<Double, Double> { state, action in
        state = action
        return .none
      }
      .subscription(id: { $0 }, fileID: "Chart.swift", line: 7) { id in
        .run(name: "\(id)") { _ in await untilCancelled() }
      }
    }
    store.send(.nan)
    store.send(1)
    #expect(store.subscribed == ["1.0"])
    #expect(messages.all.map(\.description) == [Self.report])
  }

  private static let report = """
    error: Chart.swift:7: An id does not equal itself: the 'Double' nan

    No subscription runs for it, because subscriptions are identified by id. To fix this, do not \
    use NaN, or any value that does not equal itself, as an id.
    """
}
