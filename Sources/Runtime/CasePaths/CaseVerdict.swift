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

  /// The bits of a word that tell the verdict, but for the tag.
  static let kindMask = 7
  /// The bit of a word that says that other cases have to be looked into.
  static let doubtMask = 8
  /// How far to the left the tag is in a word.
  static let tagShift = 4

  init(word: Int) {
    let tag = word >> Self.tagShift
    self =
      switch word & Self.kindMask {
      case 0: .unknown
      case 1: .projected(tag: tag)
      case 2: .reflected(tag: tag)
      case 3: .empty(tag: tag)
      default: .wrong
      }
  }

  var word: Int {
    switch self {
    case .unknown: 0
    case .projected(let tag): tag << Self.tagShift | 1
    case .reflected(let tag): tag << Self.tagShift | 2
    case .empty(let tag): tag << Self.tagShift | 3
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
