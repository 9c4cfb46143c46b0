// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A connection to the machine's D-Bus, the system bus, on which one thread calls methods without waiting for answers.
///
/// It uses systemd's library, which is loaded for the first connection. No function of this program is handed to the
/// library: answers and signals are read with ``next()``.
package final class SystemBus {
  private let functions: SDBus
  private let bus: SDBus.Handle

  /// Begins to connect, to `DBUS_SYSTEM_BUS_ADDRESS` if that is set; calls can be made at once.
  package init() throws(SystemBusError) {
    functions = try SDBus.library.get()
    var handle: SDBus.Handle?
    let result = functions.openSystem(&handle)
    guard result >= 0, let handle else { throw .noBus(-result) }
    bus = handle
  }

  deinit { _ = functions.closeUnref(bus) }

  /// The descriptor to wait for: until it is readable, and while ``hasOutput``, until it is writable.
  package var descriptor: CInt { functions.getFD(bus) }

  /// Whether something waits to be written, as until the bus has answered for the first time.
  package var hasOutput: Bool { functions.getEvents(bus) & CInt(POLLOUT) != 0 }

  // MARK: Calls

  /// Calls a method.
  ///
  /// - Returns: the number by which the answer refers to the call.
  package func send(_ call: BusCall) throws(SystemBusError) -> UInt64 {
    var handle: SDBus.Handle?
    try check(
      functions.newMethodCall(
        bus, &handle, call.destination, call.path, call.interface, call.member))
    guard let message = handle else { throw .lost(EINVAL) }
    defer { _ = functions.messageUnref(message) }
    for argument in call.arguments { try append(argument, to: message) }
    var number: UInt64 = 0
    try check(functions.send(bus, message, &number))
    return number
  }

  private func append(
    _ argument: BusCall.Argument, to message: SDBus.Handle
  ) throws(SystemBusError) {
    switch argument {
    case .text(let text): try check(functions.appendBasic(message, Self.string, text))
    case .textVariant(let text):
      try check(functions.openContainer(message, Self.variant, "s"))
      try check(functions.appendBasic(message, Self.string, text))
      try check(functions.closeContainer(message))
    case .unsignedVariant(var number):
      try check(functions.openContainer(message, Self.variant, "u"))
      try check(functions.appendBasic(message, CChar(UInt8(ascii: "u")), &number))
      try check(functions.closeContainer(message))
    }
  }

  private func check(_ result: CInt) throws(SystemBusError) {
    if result < 0 { throw .lost(-result) }
  }

  // MARK: Messages

  package func next() throws(SystemBusError) -> BusMessage? {
    // The library also takes steps by itself, such as those of connecting.
    for _ in 0..<Self.mostSteps {
      var handle: SDBus.Handle?
      let result = functions.process(bus, &handle)
      try check(result)
      if let handle {
        defer { _ = functions.messageUnref(handle) }
        return message(handle)
      }
      if result == 0 { return nil }
    }
    return nil
  }

  private func message(_ handle: SDBus.Handle) -> BusMessage {
    let sender = Self.string(functions.getSender(handle)) ?? ""
    var type: UInt8 = 0
    var call: UInt64 = 0
    guard functions.getType(handle, &type) >= 0 else { return BusMessage(.other, from: sender) }
    switch type {
    case 2 where functions.getReplyCookie(handle, &call) >= 0:
      return BusMessage(.answer(call), from: sender, content(of: handle))
    case 3 where functions.getReplyCookie(handle, &call) >= 0:
      let error = functions.getError(handle)
      let name = error.flatMap { Self.string($0[0]) } ?? ""
      let text = error.flatMap { Self.string($0[1]) } ?? ""
      return BusMessage(.error(call, name: name, text: text), from: sender)
    case 4:
      guard let path = Self.string(functions.getPath(handle)),
        let interface = Self.string(functions.getInterface(handle)),
        let member = Self.string(functions.getMember(handle))
      else { return BusMessage(.other, from: sender) }
      let kind = BusMessage.Kind.signal(path: path, interface: interface, member: member)
      return BusMessage(kind, from: sender, content(of: handle))
    default: return BusMessage(.other, from: sender)
    }
  }

  /// Copies a text of the library, which ensures that it ends; its sender may make it as long as it likes.
  private static func string(_ text: SDBus.Text?) -> String? {
    guard let text else { return nil }
    let bytes = UnsafeBufferPointer(start: text, count: strnlen(text, longestText))
    return String(decoding: bytes.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns all values of a message; none if it has too many, or they are nested too deeply.
  private func content(of message: SDBus.Handle) -> [BusValue] {
    var room = Self.mostValues
    return values(of: message, depth: 0, &room) ?? []
  }

  /// Reads the values up to the end of the message or of the container that was entered.
  private func values(of message: SDBus.Handle, depth: Int, _ room: inout Int) -> [BusValue]? {
    var values: [BusValue] = []
    while true {
      var type: CChar = 0
      var contents: SDBus.Text?
      let result = functions.peekType(message, &type, &contents)
      if result == 0 { return values }
      room -= 1
      guard result > 0, room >= 0, depth <= Self.mostDepth,
        let value = value(of: message, type, contents, depth, &room)
      else { return nil }
      values.append(value)
    }
  }

  private func value(
    of message: SDBus.Handle, _ type: CChar, _ contents: SDBus.Text?, _ depth: Int,
    _ room: inout Int
  ) -> BusValue? {
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
      var text: SDBus.Text?
      guard functions.readBasic(message, type, &text) > 0 else { return nil }
      return Self.string(text).map { .text($0) }
    case UInt8(ascii: "d"): return number(of: message, type, 0.0) { .number($0) }
    case UInt8(ascii: "b"): return number(of: message, type, CInt(0)) { .flag($0 != 0) }
    case UInt8(ascii: "y"): return number(of: message, type, UInt8(0)) { .unsigned(UInt64($0)) }
    case UInt8(ascii: "q"): return number(of: message, type, UInt16(0)) { .unsigned(UInt64($0)) }
    case UInt8(ascii: "u"): return number(of: message, type, UInt32(0)) { .unsigned(UInt64($0)) }
    case UInt8(ascii: "t"): return number(of: message, type, UInt64(0)) { .unsigned($0) }
    case UInt8(ascii: "n"): return number(of: message, type, Int16(0)) { .number(Double($0)) }
    case UInt8(ascii: "i"): return number(of: message, type, Int32(0)) { .number(Double($0)) }
    case UInt8(ascii: "x"): return number(of: message, type, Int64(0)) { .number(Double($0)) }
    case UInt8(ascii: "v"): return container(of: message, type, contents, depth, &room)?.first
    case UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "e"):
      return container(of: message, type, contents, depth, &room).map { .list($0) }
    // A descriptor: nothing that is read here contains one.
    default: return nil
    }
  }

  /// Reads a number of exactly the size that the library writes for its type.
  private func number<Number: BitwiseCopyable>(
    of message: SDBus.Handle, _ type: CChar, _ zero: Number, _ value: (Number) -> BusValue
  ) -> BusValue? {
    var number = zero
    guard functions.readBasic(message, type, &number) > 0 else { return nil }
    return value(number)
  }

  private func container(
    of message: SDBus.Handle, _ type: CChar, _ contents: SDBus.Text?, _ depth: Int,
    _ room: inout Int
  ) -> [BusValue]? {
    guard functions.enterContainer(message, type, contents) > 0,
      let values = values(of: message, depth: depth + 1, &room),
      functions.exitContainer(message) >= 0
    else { return nil }
    return values
  }

  private static let string = CChar(UInt8(ascii: "s"))
  private static let variant = CChar(UInt8(ascii: "v"))
  /// The most steps of the library, messages and values that are taken at once; far more than GeoClue needs.
  private static let mostSteps = 64
  private static let mostValues = 500
  private static let mostDepth = 8
  /// The most bytes of a text that are copied.
  private static let longestText = 1000
}
