// Core Location for Linux. SPDX-License-Identifier: MIT

/// A list of at most `capacity` elements, stored inline without allocation.
///
/// It holds the few satellites, modes or residuals of one sentence.
public struct ShortList<let capacity: Int, Element: ShortListElement>: Sendable {
  @usableFromInline var storage: InlineArray<capacity, Element>

  @usableFromInline var length: UInt8 = 0

  /// Number of elements.
  @inlinable public var count: Int { Int(length) }

  /// Creates an empty list.
  @inlinable
  public init() { storage = InlineArray(repeating: .blank) }

  /// Creates a list of the first `capacity` elements of a sequence.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements.prefix(capacity) { _ = append(element) }
  }

  /// Appends an element; returns false and does nothing if the list is full.
  @inline(__always)
  public mutating func append(_ element: Element) -> Bool {
    guard count < capacity else { return false }
    storage[count] = element
    length &+= 1
    return true
  }
}

extension ShortList {
  /// The elements in place, for the fastest iteration.
  @inlinable public var span: Span<Element> {
    @_lifetime(borrow self)
    get { storage.span.extracting(first: count) }
  }
}

extension ShortList: RandomAccessCollection {
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { count }

  /// The element at a position.
  ///
  /// - Precondition: `position` is in `0..<count`.
  @inlinable
  public subscript(position: Int) -> Element {
    precondition(position >= 0 && position < count, "index out of range")
    return storage[position]
  }
}

extension ShortList: ExpressibleByArrayLiteral {
  /// Creates a list of the elements, at most `capacity` of them.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ShortList: Equatable where Element: Equatable {
  /// Whether two lists have the same elements in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }
}

extension ShortList: Hashable where Element: Hashable {
  /// Feeds the elements to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

/// A type that a ``ShortList`` can hold.
public protocol ShortListElement: BitwiseCopyable, Sendable {
  /// The content of places without an element.
  static var blank: Self { get }
}

extension UInt16: ShortListElement {
  /// Zero.
  @inlinable public static var blank: UInt16 { 0 }
}

extension PositioningMode: ShortListElement {
  /// Not a letter.
  @inlinable public static var blank: PositioningMode { PositioningMode(rawValue: 0) }
}

extension Float?: ShortListElement {
  /// No value.
  @inlinable public static var blank: Float? { nil }
}
