import Failing
import RatchetTesting
import XCTest

@Test @MainActor func stepInSwiftTesting() async { await Failing.step() }
@Test @MainActor func endInSwiftTesting() async { await Failing.end() }
@Test @MainActor func scheduleInSwiftTesting() async { await Failing.schedule() }
@Test @MainActor func keptInSwiftTesting() async { await Failing.kept() }
@Test(.dependencies { _ in }) @MainActor func keptUnderATraitInSwiftTesting() async {
  await Failing.kept()
}
@Test @MainActor func remarkInSwiftTesting() async { await Failing.remark() }

private struct Client: DependencyKey {
  var number = 1
  static let liveValue = Client()
}

private struct Reader {
  @Dependency(Client.self) var client  // A missing test value is expected in this line.
}

@Test func readsALiveClientInSwiftTesting() {
  _ = Reader().client
}

final class FailingCase: XCTestCase {
  func testReadsALiveClientInXCTest() {
    _ = Reader().client
  }

  @MainActor func testStepInXCTest() async { await Failing.step() }
  @MainActor func testEndInXCTest() async { await Failing.end() }
  @MainActor func testScheduleInXCTest() async { await Failing.schedule() }
  @MainActor func testKeptInXCTest() async { await Failing.kept() }
  @MainActor func testRemarkInXCTest() async { await Failing.remark() }
}
