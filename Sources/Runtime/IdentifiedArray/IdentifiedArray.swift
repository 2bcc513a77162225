/// An ordered collection of elements with unique ids, which finds an element by id in constant
/// time.
///
/// ```swift
/// struct Row: Identifiable, Equatable {
///   let id: Int
///   var title = ""
/// }
///
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.title = "Second"  // in place, nothing is copied
/// rows.append(Row(id: 3))
/// rows[id: 1] = nil
/// ```
///
/// It has the value semantics of an array: copies are independent and share storage until one is
/// changed.
///
/// Ids are unique. An element whose id is already present, or does not equal itself (`Double.nan`),
/// is reported and not added; decoding throws instead. An element's id must not change while it is
/// in the array. If it changes, this is reported, and the element is kept under its new id, or
/// removed if another element has that id or the id does not equal itself.
///
/// Elements should be values. An object can change its id without the array's knowledge: it is then
/// found by neither id, and ids may no longer be unique.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The elements in order, as an array.
  ///
  /// - Complexity: O(1).
  public var elements: [Element] { storage }

  /// The elements, with numbers from which a store sees what may have changed.
  @usableFromInline var contents = Elements<Element>()
  /// The position in `storage` of the element with each id.
  @usableFromInline var positions: [ID: Int] = [:]
  /// Reads the id of an element: its property `id`, or a key path that the program gave.
  @usableFromInline let idOf: (Element) -> ID

  /// The elements in `contents`, for code of the library that reads them.
  @inlinable var storage: [Element] { contents.storage }

  init(_ idOf: @escaping (Element) -> ID) {
    self.idOf = idOf
  }
}

/// An ``IdentifiedArray`` of elements that are `Identifiable`.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

/// `@unchecked` only because of `idOf`, whose type cannot be `@Sendable` where `ID` and `Element`
/// are not `Sendable`. It is sound: all these closures are made in this folder and capture nothing,
/// or a Sendable key path.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty array.
  public init() {
    self.init { $0.id }
  }

  /// Makes an array of elements; reports and skips elements whose id is already present.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public init(
    _ elements: some Sequence<Element>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init()
    append(contentsOf: elements, fileID: fileID, line: line)
  }

  /// Makes an array of elements; elements with the same id are combined, at the position of the
  /// first.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - combine: Combines the element in the array with another that has the same id.
  /// - Throws: Any error that `combine` throws.
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (_ present: Element, _ other: Element) throws -> Element
  ) rethrows {
    self.init()
    for element in elements {
      if let position = index(id: element.id) {
        self[position] = try combine(storage[position], element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray {
  /// Makes an array of elements whose id is at a key path; reports and skips elements whose id is
  /// already present.
  ///
  /// Reading through a key path is slow. Prefer elements that are `Identifiable`.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init { $0[keyPath: id] }
    append(contentsOf: elements, fileID: fileID, line: line)
  }

  /// An array of the elements that satisfy a predicate, in the same order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
    var result = IdentifiedArray(idOf)
    for element in storage where try isIncluded(element) { result.append(element) }
    return result
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Makes an array of elements; reports and skips elements whose id is already present.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
