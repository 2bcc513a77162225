import TestSupport
import Testing

@testable import counter

@Suite("Facts about numbers")
struct NumberFactsTests {
  @Test(
    "read as sentences",
    arguments: [
      (0, "0 is even and the square of 0"),
      (2, "2 is even and prime; 10 in binary"),
      (36, "36 is even, composite and the square of 6; 36 = 2^2 * 3^2; 100100 in binary"),
      (-12, "-12 is even; -12 = -2^2 * 3; -1100 in binary"),
      (-1, "-1 is odd"),
    ])
  func sentences(_ number: Int, _ sentence: String) {
    #expect(NumberFacts.sentence(about: number) == sentence)
  }

  @Test("are true of every small number", .deep(1_000, small: 50))
  func areTrue() {
    for number in -Deep.size...Deep.size {
      let divisors = number > 1 ? (2..<number).filter { number % $0 == 0 } : []
      let primality = number < 2 ? nil : divisors.isEmpty ? "prime" : "composite"
      #expect(NumberFacts.primality(number) == primality, "\(number)")
      let root = (0...32).first { $0 * $0 == number }
      #expect(NumberFacts.square(number) == root.map { "the square of \($0)" }, "\(number)")
      let factors = NumberFacts.primeFactors(number.magnitude)
      #expect(number == 0 || factors.reduce(1, *) == number.magnitude, "\(number)")
      #expect(factors.allSatisfy { factor in (2..<factor).allSatisfy { factor % $0 != 0 } })
    }
  }

  @Test("hold at the ends of the range", arguments: [Int.max, Int.min])
  func extremes(_ number: Int) {
    #expect(NumberFacts.primeFactors(UInt(1) << 63).count == 63)
    #expect(NumberFacts.square(number) == nil)
    #expect(NumberFacts.binary(number) == "\(String(number, radix: 2)) in binary")
  }
}
