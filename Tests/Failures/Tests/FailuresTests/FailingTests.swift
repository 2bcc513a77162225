import Failing
import RatchetTesting
import XCTest

@Test @MainActor func stepInSwiftTesting() async { await Failing.step() }
@Test @MainActor func endInSwiftTesting() async { await Failing.end() }
@Test @MainActor func scheduleInSwiftTesting() async { await Failing.schedule() }
@Test @MainActor func remarkInSwiftTesting() async { await Failing.remark() }

final class FailingCase: XCTestCase {
  @MainActor func testStepInXCTest() async { await Failing.step() }
  @MainActor func testEndInXCTest() async { await Failing.end() }
  @MainActor func testScheduleInXCTest() async { await Failing.schedule() }
  @MainActor func testRemarkInXCTest() async { await Failing.remark() }
}
