import RatchetTesting
import TestSupport

@MainActor @Suite("A draw")
struct DrawTests {
  @Test("stays within its bounds")
  func bounds() {
    let draw = Draw(tape: ChoiceTape(seed: 1))
    for _ in 0..<1_000 {
      #expect((-3...4).contains(draw.int(in: -3...4)))
      #expect(draw.text(upTo: 3).count <= 3)
      #expect(draw.text().allSatisfy { ("a"..."z").contains($0) })
      #expect((Duration.zero...(.seconds(1))).contains(draw.duration(upTo: .seconds(1))))
      #expect([1, 2, 3].contains(draw.element(of: [1, 2, 3])))
    }
    #expect(draw.element(of: [Int]()) == nil)
    #expect((0..<100).allSatisfy { _ in draw.chance(1) && !draw.chance(0) })
    #expect((0..<100).allSatisfy { _ in draw.chance(7) && !draw.chance(-.infinity) })
    #expect(!draw.chance(.nan))
    #expect((0..<100).allSatisfy { _ in draw.int(in: .min ... .max) < .max })
    #expect(draw.int(in: .max ... .max) == .max)
    #expect(draw.duration(upTo: .seconds(-1)) == .zero)
    #expect(draw.duration(upTo: .seconds(Int.max)) < .seconds(Int.max))
  }

  @Test(
    "makes what is unlikely happen sometimes, and what is likely not always",
    .deep(20_000, small: 5_000))
  func rareFaults() {
    let draw = Draw(tape: ChoiceTape(seed: 1))
    func count(_ probability: Double) -> Int {
      (0..<Deep.size).count { _ in draw.chance(probability) }
    }
    #expect((1..<Deep.size / 100).contains(count(0.000_1)))
    #expect((Deep.size * 99 / 100..<Deep.size).contains(count(0.999_9)))
  }

  @Test("makes the chosen calls fail, counted for each name")
  func faults() {
    let draw = Draw(faults: ["save fails": [2], "load fails": [1, 3]], replaying: [5])
    let saves = (1...3).map { _ in draw.chance(0.1, of: "save fails") }
    #expect(draw.int(in: 0...9) == 5)
    let loads = (1...3).map { _ in draw.chance(0.1, of: "load fails") }
    #expect(saves == [false, true, false])
    #expect(loads == [true, false, true])
    #expect(draw.int(in: 0...9) == 0)
    #expect(draw.chance(1) && !draw.chance(0.999))
    #expect(!Draw(faults: ["a fault": [1]]).chance(0))
    #expect(Draw(faults: ["a fault": [1]]).chance(0.001))
  }

  @Test("is repeated by its choices, and is the simplest without them")
  func replay() {
    func draw(_ choices: ChoiceTape) -> [String] {
      let draw = Draw(tape: choices)
      return [
        draw.text(), "\(draw.bool())", "\(draw.chance(0.5))", "\(draw.int(in: -2...2))",
        draw.element(of: ["a", "b"]) ?? "", "\(draw.duration(upTo: .seconds(9)))",
      ]
    }
    for seed in 0..<100 as Range<UInt64> {
      let tape = ChoiceTape(seed: seed)
      let first = draw(tape)
      #expect(draw(ChoiceTape(tape.taken)) == first)
    }
    #expect(draw(ChoiceTape([])) == ["", "false", "false", "-2", "a", "0.0 seconds"])
  }
}
