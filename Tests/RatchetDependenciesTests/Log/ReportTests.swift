import RatchetDependencies
import Testing

@Suite struct ReportTests {
  @Test("a missing test value is reported with the key and the reader's line")
  func aMissingTestValueIsReportedWithTheKeyAndTheReadersLine() {
    let found = messages {
      #expect(Feature().byKeyPath == "live")
      #expect(Feature().byKey == "live")
    }
    #expect(
      found == [
        LogMessage(
          level: .error, text: text, fileID: "RatchetDependenciesTests/ReportTests.swift",
          line: Feature.line + 1),
        LogMessage(
          level: .error, text: text, fileID: "RatchetDependenciesTests/ReportTests.swift",
          line: Feature.line + 2),
      ]
    )
  }

  @Test("a message begins with its level, by a name that needs no reflection")
  func level() {
    let message = LogMessage(level: .error, text: "text", fileID: "A/B.swift", line: 1)
    #expect(message.description == "error: A/B.swift:1: text")
    #expect(LogMessage.Level.allCases.map(\.description) == ["debug", "info", "warning", "error"])
  }

  @Test("a scope reports each reader once, and outside scopes each read is reported")
  func readers() async {
    let found = messages {
      for _ in 0..<10 { _ = Feature().byKey }
      withDependencies {
        $0.level = 2
      } operation: {
        _ = Feature().byKey
      }
    }
    #expect(found.map(\.line) == [Feature.line + 2])
    await #expect(processExitsWith: .success) {
      let found = Collected()
      prepareDependencies { $0.log = { found.add($0) } }
      for _ in 0..<3 { _ = Feature().byKey }
      precondition(found.messages.map(\.line) == Array(repeating: Feature.line + 2, count: 3))
    }
  }

  @Test("an overridden key is not reported, nor is a change of a part of it")
  func overridden() {
    let found = messages {
      withDependencies {
        $0[BareKey.self] = "override"
      } operation: {
        #expect(Feature().byKey == "override")
      }
      withDependencies {
        $0.bare += "!"
      } operation: {
        #expect(Feature().byKey == "live!")
      }
    }
    #expect(found == [])
  }

  @Test("a missing test value that another value needs is reported where it is read")
  func aMissingTestValueThatAnotherValueNeedsIsReportedWhereItIsRead() {
    let found = messages {
      withDependencies { _ in
      } operation: {
        @Dependency(OuterKey.self) var outer
        #expect(outer == "around live")
      }
    }
    #expect(found.map(\.text) == [text])
    #expect(found.map(\.line) == [OuterKey.line + 1])
  }

  @Test("a live or preview context reports nothing") func aLiveOrPreviewContextReportsNothing() {
    for context in [DependencyContext.live, .preview] {
      let found = messages {
        #expect(Feature().byKey == "live")
      } update: {
        $0.context = context
      }
      #expect(found == [])
    }
  }

  @Test("the live log writes one line to standard error")
  func theLiveLogWritesOneLineToStandardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      withDependencies {
        $0.context = .live
      } operation: {
        report("Something.", fileID: "Module/File.swift", line: 7)
      }
    }
    let written = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(written.contains("error: Module/File.swift:7: Something.\n"))
  }

  // MARK: - Fixtures

  private let text = """
    'BareKey' ('String') has no test value: no override is in effect, and the key has no 'testValue'.

    Its live value was used. To fix this, override it in the test store or with \
    'withDependencies', or give 'BareKey' a 'testValue'.
    """

  struct Feature {
    static let line: UInt = #line
    @Dependency(\.bare) var byKeyPath
    @Dependency(BareKey.self) var byKey
  }

  enum OuterKey: DependencyKey {
    static let line: UInt = #line + 2
    static var liveValue: String {
      _ = 0
      @Dependency(\.bare) var bare
      return "around \(bare)"
    }
    static var testValue: String { liveValue }
  }
}

enum BareKey: DependencyKey {
  static var liveValue: String { "live" }
}

extension DependencyValues {
  fileprivate var bare: String {
    get { self[BareKey.self] }
    set { self[BareKey.self] = newValue }
  }
}
