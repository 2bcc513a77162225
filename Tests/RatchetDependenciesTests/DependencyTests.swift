import RatchetDependencies
import Testing

@Suite struct DependencyTests {
  @Test func overridesAreInForceInsideOnly() {
    let inside = withDependencies {
      $0[Number.self] = 2
    } operation: {
      Holder().number
    }
    #expect(inside == 2)
  }
}
struct Holder { @Dependency(Number.self) var number }
enum Number: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 1 }
}
