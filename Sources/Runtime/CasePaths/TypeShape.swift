// The numbers in parentheses refer to the notes on Swift's ABI in `EnumWitnesses.swift`.

/// The kind of a type, as far as it decides whether a payload can be read from memory.
enum TypeShape: Equatable {
  case structure
  /// A class or existential, whose values may be of other types.
  case polymorphic
  case enumeration
  case optional
  case tuple([TupleElement])
  /// A function or metatype, whose representation depends on the context.
  case variable
  case unknown

  struct TupleElement: Equatable {
    let type: any Any.Type
    let offset: Int

    static func == (one: Self, other: Self) -> Bool {
      one.type == other.type && one.offset == other.offset
    }
  }

  init(of type: any Any.Type) {
    // Safe: every record starts with its kind (1), and that of a tuple continues as in (4).
    let record = unsafe metadataRecord(of: type)
    let kind = unsafe record.load(as: UInt.self)
    self =
      switch kind {
      // Kinds above 0x7FF are Objective-C metaclass pointers.
      case 0, 0x800..., 0x203, 0x303, 0x305, 0x307: .polymorphic
      case 0x200: .structure
      case 0x201: .enumeration
      case 0x202: .optional
      case 0x301: unsafe .tuple(Self.elements(ofTuple: record))
      case 0x302, 0x304, 0x306: .variable
      default: .unknown
      }
  }

  /// The type of a payload without its label: `case a(x: Int)` declares a tuple of one element,
  /// which has the layout of the element.
  static func withoutLabel(_ type: any Any.Type) -> any Any.Type {
    guard case .tuple(let elements) = TypeShape(of: type), elements.count == 1 else { return type }
    return elements[0].type
  }

  /// The elements of a tuple; `record` must be the metadata of one (4).
  @unsafe private static func elements(ofTuple record: UnsafeRawPointer) -> [TupleElement] {
    let word = MemoryLayout<Int>.size
    let count = unsafe record.load(fromByteOffset: word, as: Int.self)
    return (0..<count).map { index in
      let element = unsafe record + (3 + 2 * index) * word
      return unsafe TupleElement(
        type: element.load(as: Any.Type.self),
        offset: Int(element.load(fromByteOffset: word, as: UInt32.self)))
    }
  }
}

/// The record to which a metatype points (1); readable as far as its kind's record extends.
@unsafe func metadataRecord(of type: any Any.Type) -> UnsafeRawPointer {
  unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
}
