import Testing

@testable import Console

@Suite("Ages of effects")
struct EffectAgesTests {
  private let start = ContinuousClock.now

  @Test("count whole seconds from the first sight of an effect")
  func count() {
    var ages = EffectAges()
    ages.update([(1, "fact")], now: start)
    ages.update([(1, "fact"), (2, "timer")], now: start + .milliseconds(1500))
    #expect(
      ages.ages(at: start + .milliseconds(2600)) == [
        .init(name: "fact", seconds: 2), .init(name: "timer", seconds: 1),
      ])
  }

  @Test("end with the effect, and begin anew with the next of its name")
  func end() {
    var ages = EffectAges()
    ages.update([(1, "fact")], now: start)
    ages.update([(2, "fact")], now: start + .seconds(5))
    #expect(ages.ages(at: start + .seconds(6)) == [.init(name: "fact", seconds: 1)])
  }

  @Test("change next when the first effect gets a second older; never with nothing in flight")
  func nextChange() {
    var ages = EffectAges()
    #expect(ages.nextChange(after: start) == nil)
    ages.update([(1, "fact")], now: start)
    ages.update([(1, "fact"), (2, "timer")], now: start + .milliseconds(300))
    #expect(ages.nextChange(after: start + .milliseconds(300)) == start + .seconds(1))
    #expect(ages.nextChange(after: start + .seconds(1)) == start + .milliseconds(1300))
    ages.update([], now: start + .seconds(2))
    #expect(ages.nextChange(after: start + .seconds(2)) == nil)
  }
}
