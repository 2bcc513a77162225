/// How the values of a case constructor can be taken out again.
package enum CaseVerdict: Equatable, Sendable {
  /// No value of the case has been seen. Any other verdict may follow.
  case unknown
  /// The case with this tag, whose payload has been proved to lie in the enum as it is. Only ``wrong`` may follow.
  case projected(tag: Int)
  /// The case with this tag, whose payload reflection takes out. Only ``wrong`` may follow.
  case reflected(tag: Int)
  /// The case with this tag, which has no payload. Only ``wrong`` may follow.
  case empty(tag: Int)
  /// Not a constructor of a case that can be taken apart. Nothing follows.
  case wrong

  init(word: Int) {
    switch word & 7 {
    case 0: self = .unknown
    case 1: self = .projected(tag: word >> 3)
    case 2: self = .reflected(tag: word >> 3)
    case 3: self = .empty(tag: word >> 3)
    default: self = .wrong
    }
  }

  var word: Int {
    switch self {
    case .unknown: 0
    case .projected(let tag): tag << 3 | 1
    case .reflected(let tag): tag << 3 | 2
    case .empty(let tag): tag << 3 | 3
    case .wrong: 4
    }
  }

  /// The tag of the case, once it is known.
  package var tag: Int? {
    switch self {
    case .projected(let tag), .reflected(let tag), .empty(let tag): tag
    case .unknown, .wrong: nil
    }
  }
}
