// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads or writes the fields of one sentence, from left to right.
///
/// A sentence names its fields once, in ``FieldList/transfer(_:)``. A reader assigns what it reads; a writer leaves the
/// values as they are.
protocol FieldTransfer: ~Escapable {
  mutating func decimal(_ value: inout Double?)
  /// Transfers a number that follows fixed letters.
  mutating func decimal(_ value: inout Double?, behind letters: StaticString)
  /// Transfers an integer without sign, written with at least `width` digits.
  mutating func integer<Integer: FixedWidthInteger>(_ value: inout Integer?, width: Int)
  mutating func signedInteger<Integer: FixedWidthInteger & SignedInteger>(
    _ value: inout Integer?, width: Int)
  mutating func hexadecimal(_ value: inout UInt8?)
  mutating func system(_ value: inout SystemID?)
  mutating func quality(_ value: inout FixQuality?)
  mutating func code<Code: RawRepresentable<UInt8>>(_ value: inout Code?)
  /// Transfers a status without which a sentence would pass for one from before there was a status.
  mutating func status(_ value: inout DataStatus?)
  mutating func text(_ value: inout String?)
  /// Transfers all that is left, which may contain commas; they are escaped unless they are kept.
  mutating func remainder(_ value: inout String?, keepingCommas: Bool)
  mutating func time(_ value: inout UTCTime?)
  mutating func shortDate(_ value: inout ShortDate?, monthFirst: Bool)
  mutating func latitude(_ value: inout Double?)
  mutating func longitude(_ value: inout Double?)
  mutating func variation(_ value: inout Double?)
  /// Transfers an angle and the letter of its direction.
  mutating func signedAngle(
    _ value: inout Double?, positive: Unicode.Scalar, negative: Unicode.Scalar)
  /// Writes a field that is always the same; a reader skips it.
  mutating func unit(_ text: StaticString)
  /// Writes the letter of a unit; a reader skips it, unless a number is in its place. Returns whether the letter is there.
  mutating func letter(_ text: StaticString) -> Bool
  /// Whether to transfer fields that later versions added: a writer only does if one of them has content.
  func includes(_ hasContent: Bool) -> Bool
}

extension FieldTransfer where Self: ~Escapable {
  @inline(__always)
  mutating func integer<Integer: FixedWidthInteger>(_ value: inout Integer?) {
    integer(&value, width: 1)
  }

  @inline(__always)
  mutating func signedInteger<Integer: FixedWidthInteger & SignedInteger>(
    _ value: inout Integer?
  ) {
    signedInteger(&value, width: 1)
  }

  @inline(__always)
  mutating func shortDate(_ value: inout ShortDate?) { shortDate(&value, monthFirst: false) }

  mutating func remainder(_ value: inout String?) { remainder(&value, keepingCommas: false) }

  /// Transfers a number, and the field behind it that names its unit.
  @inline(__always)
  mutating func decimal(_ value: inout Double?, unit text: StaticString) {
    decimal(&value)
    unit(text)
  }
}

// Compiled into the function that reads the sentence, as what they call is.
extension FieldReader: FieldTransfer {
  @inline(__always)
  mutating func decimal(_ value: inout Double?) { value = decimal() }
  mutating func decimal(_ value: inout Double?, behind letters: StaticString) {
    value = decimal(behind: letters)
  }
  @inline(__always)
  mutating func integer<Integer: FixedWidthInteger>(_ value: inout Integer?, width: Int) {
    value = integer()
  }
  @inline(__always)
  mutating func signedInteger<Integer: FixedWidthInteger & SignedInteger>(
    _ value: inout Integer?, width: Int
  ) {
    value = signedInteger()
  }
  @inline(__always)
  mutating func hexadecimal(_ value: inout UInt8?) { value = hexadecimal() }
  @inline(__always)
  mutating func system(_ value: inout SystemID?) { value = hexadecimal().map(SystemID.init) }
  @inline(__always)
  mutating func quality(_ value: inout FixQuality?) {
    value = integer(UInt8.self).map(FixQuality.init)
  }
  @inline(__always)
  mutating func code<Code: RawRepresentable<UInt8>>(_ value: inout Code?) { value = code() }
  mutating func status(_ value: inout DataStatus?) {
    value = vitalCode()
  }
  mutating func text(_ value: inout String?) { value = text() }
  mutating func remainder(_ value: inout String?, keepingCommas: Bool) { value = remainder() }
  @inline(__always)
  mutating func time(_ value: inout UTCTime?) { value = time() }
  @inline(__always)
  mutating func shortDate(_ value: inout ShortDate?, monthFirst: Bool) {
    value = shortDate(monthFirst: monthFirst)
  }
  @inline(__always)
  mutating func latitude(_ value: inout Double?) { value = latitude() }
  @inline(__always)
  mutating func longitude(_ value: inout Double?) { value = longitude() }
  @inline(__always)
  mutating func variation(_ value: inout Double?) { value = variation() }
  @inline(__always)
  mutating func signedAngle(
    _ value: inout Double?, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) {
    value = signedAngle(positive: UInt8(ascii: positive), negative: UInt8(ascii: negative))
  }
  @inline(__always)
  mutating func unit(_ text: StaticString) { skip() }
  @inline(__always)
  mutating func letter(_ text: StaticString) -> Bool { skipLetter() }
  @inline(__always)
  func includes(_ hasContent: Bool) -> Bool { true }
}

extension FieldWriter: FieldTransfer {
  mutating func decimal(_ value: inout Double?) { decimal(value) }
  mutating func integer<Integer: FixedWidthInteger>(_ value: inout Integer?, width: Int) {
    integer(value, width: width)
  }
  mutating func signedInteger<Integer: FixedWidthInteger & SignedInteger>(
    _ value: inout Integer?, width: Int
  ) {
    integer(value, width: width)
  }
  mutating func hexadecimal(_ value: inout UInt8?) { hexadecimal(value) }
  mutating func system(_ value: inout SystemID?) { hexadecimal(value?.rawValue) }
  mutating func quality(_ value: inout FixQuality?) { integer(value?.rawValue) }
  mutating func code<Code: RawRepresentable<UInt8>>(_ value: inout Code?) { code(value) }
  mutating func status(_ value: inout DataStatus?) { code(value) }
  mutating func text(_ value: inout String?) { text(value) }
  mutating func remainder(_ value: inout String?, keepingCommas: Bool) {
    text(value, keepingCommas: keepingCommas)
  }
  mutating func time(_ value: inout UTCTime?) { time(value) }
  mutating func latitude(_ value: inout Double?) { latitude(value) }
  mutating func longitude(_ value: inout Double?) { longitude(value) }
  mutating func unit(_ text: StaticString) { unit(text.description) }
  mutating func letter(_ text: StaticString) -> Bool {
    unit(text)
    return true
  }
  func includes(_ hasContent: Bool) -> Bool { hasContent }
}
