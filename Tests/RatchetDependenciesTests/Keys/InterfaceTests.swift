import RatchetDependencies
package import TestSupport
import Testing

@Suite("A key without a live value")
struct InterfaceTests {
  @Test("has the live value of another module, where that is linked")
  func linked() {
    for (context, forecast) in [
      (DependencyContext.live, "live"), (.test, "test"), (.preview, "preview"),
    ] {
      let found = messages {
        @Dependency(\.weather) var byKeyPath
        @Dependency(WeatherClient.self) var byKey
        @Dependency(\.unlinked) var unlinked
        #expect([byKeyPath, byKey].map { $0.forecast() } == [forecast, forecast])
        // In silence, where nothing is linked, in tests and previews.
        if context != .live { #expect(unlinked.number == 1) }
      } update: {
        $0.context = context
      }
      #expect(found == [])
    }
  }

  @Test("is reported in a live context, where nothing is linked, and has its test value")
  func unlinked() {
    let line: UInt = #line + 2
    let found = messages {
      @Dependency(UnlinkedClient.self) var client
      @Dependency(UnlinkedKey.self) var text
      #expect(client.number == 1)
      #expect(text == "test")
    } update: {
      $0.context = .live
    }
    #expect(
      found.map(\.text) == [
        """
        'UnlinkedClient' has no live value: no override is in effect, and no linked module \
        provides one.

        Its test value was used. To fix this, link the module that contains 'extension \
        UnlinkedClient: DependencyKey', or set the value with 'prepareDependencies' where the \
        program starts.
        """,
        """
        'UnlinkedKey' ('String') has no live value: no override is in effect, and no linked \
        module provides one.

        Its test value was used. To fix this, link the module that contains 'extension \
        UnlinkedKey: DependencyKey', or set the value with 'prepareDependencies' where the program \
        starts.
        """,
      ])
    #expect(found.map(\.level) == [.error, .error])
    #expect(found.map(\.line) == [line, line + 1])
  }

  @Test("is reported once for each line that reads it, also outside of scopes")
  func once() async {
    let found = messages {
      for _ in 0..<10 { readTwice() }
    } update: {
      $0.context = .live
    }
    #expect(found.map(\.line) == Self.lines)
    await #expect(processExitsWith: .success) {
      let found = Collected()
      prepareDependencies {
        $0.context = .live
        $0.log = { found.add($0) }
      }
      for _ in 0..<10 { readTwice() }
      precondition(found.messages.map(\.line) == Self.lines)
    }
  }

  @Test("is not reported where it is overridden or prepared, all of it or a part")
  func overridden() async {
    let found = messages {
      readTwice()
    } update: {
      $0.context = .live
      $0[UnlinkedClient.self] = UnlinkedClient()
    }
    #expect(found == [])
    await #expect(processExitsWith: .success) {
      let found = Collected()
      prepareDependencies {
        $0.context = .live
        $0.log = { found.add($0) }
        $0.unlinked.number = 5
      }
      @Dependency(\.unlinked) var unlinked
      precondition(unlinked.number == 5)
      precondition(found.messages.isEmpty)
    }
  }

  static let lines: [UInt] = [#line + 4, #line + 5]
}

private func readTwice() {
  @Dependency(UnlinkedClient.self) var one
  @Dependency(UnlinkedClient.self) var other
  precondition(one.number + other.number > 0)
}

extension WeatherClient: DependencyKey {
  package static var liveValue: WeatherClient { WeatherClient { "live" } }
}
