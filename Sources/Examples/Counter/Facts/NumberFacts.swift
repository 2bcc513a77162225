/// True statements about integers, derived by arithmetic alone.
enum NumberFacts {
  /// A sentence with the statements that suit the number best.
  static func sentence(about number: Int) -> String {
    let nature = [parity(number), primality(number), square(number)].compactMap(\.self)
    let forms = [factorization(number), binary(number)].compactMap(\.self)
    return (["\(number) is \(list(nature))"] + forms).joined(separator: "; ")
  }

  static func parity(_ number: Int) -> String {
    number.isMultiple(of: 2) ? "even" : "odd"
  }

  static func primality(_ number: Int) -> String? {
    guard number > 1 else { return nil }
    return primeFactors(number.magnitude).count == 1 ? "prime" : "composite"
  }

  static func square(_ number: Int) -> String? {
    guard number >= 0 else { return nil }
    let root = Int(Double(number).squareRoot().rounded())
    return root.multipliedReportingOverflow(by: root) == (number, false)
      ? "the square of \(root)" : nil
  }

  /// The number as a product of prime powers, unless it is prime or has no factors.
  static func factorization(_ number: Int) -> String? {
    let factors = primeFactors(number.magnitude)
    guard factors.count > 1 else { return nil }
    let powers = Dictionary(grouping: factors, by: \.self).sorted { $0.key < $1.key }
    let product = powers.map { $1.count == 1 ? "\($0)" : "\($0)^\($1.count)" }
    return "\(number) = \(number < 0 ? "-" : "")\(product.joined(separator: " * "))"
  }

  static func binary(_ number: Int) -> String? {
    guard number.magnitude > 1 else { return nil }
    return "\(String(number, radix: 2)) in binary"
  }

  /// The prime factors in ascending order, with multiplicity; empty for 0 and 1.
  static func primeFactors(_ number: UInt) -> [UInt] {
    var factors: [UInt] = []
    var rest = number
    var divisor: UInt = 2
    while rest > 1 {
      // No factor up to the square root is left: the rest is prime.
      if divisor > rest / divisor { divisor = rest }
      while rest.isMultiple(of: divisor) {
        factors.append(divisor)
        rest /= divisor
      }
      divisor += 1
    }
    return factors
  }

  private static func list(_ words: [String]) -> String {
    let beginning = words.dropLast().joined(separator: ", ")
    return beginning.isEmpty ? words.joined() : "\(beginning) and \(words[words.count - 1])"
  }
}
