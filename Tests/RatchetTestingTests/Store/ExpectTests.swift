import RatchetTesting

@MainActor
@Suite("A look at the state between two steps")
struct ExpectTests {
  @Test("shows how the state differs")
  func state() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 1) { EmptyReducer<Int, Int>() }
      store.expect { $0 = 1 }
      store.expect { $0 = 2 }
      store.expect { _ in throw CancellationError() }
    }
    #expect(
      issues == [
        "The state is not what was expected:\n\n  - 2\n  + 1\n\n(- expected, + actual)",
        "The closure with the expected state threw an error: CancellationError()",
      ])
  }

  @Test("shows how a part of the state differs")
  func part() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Form.State()) { Form() }
      store.expect(\.total, 0)
      store.expect(\.rows.count, 3)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasSuffix("\n\n  - 3\n  + 2\n\n(- expected, + actual)") == true)
  }
}
