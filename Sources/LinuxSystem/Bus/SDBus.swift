// Core Location for Linux. SPDX-License-Identifier: MIT
//
// systemd's library for D-Bus, which is loaded when a program first needs it. Nothing else in this package calls it.

import Glibc

/// The functions of `libsystemd.so.0` that ``SystemBus`` calls, by their names without the prefix `sd_bus_`.
///
/// The signatures are those of `<systemd/sd-bus.h>`; nothing but `Tests/Checks/geoclue.sh`, which calls all of them,
/// checks that. The library is found where the linker finds those of the system, and never closed.
struct SDBus: Sendable {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  let openSystem: @convention(c) @Sendable (UnsafeMutablePointer<Handle?>) -> CInt
  let closeUnref: @convention(c) @Sendable (Handle) -> Handle?
  let getFD: @convention(c) @Sendable (Handle) -> CInt
  let getEvents: @convention(c) @Sendable (Handle) -> CInt
  let process: @convention(c) @Sendable (Handle, UnsafeMutablePointer<Handle?>) -> CInt
  let send: @convention(c) @Sendable (Handle, Handle, UnsafeMutablePointer<UInt64>) -> CInt
  let newMethodCall:
    @convention(c) @Sendable (Handle, UnsafeMutablePointer<Handle?>, Text, Text, Text, Text) -> CInt
  let appendBasic: @convention(c) @Sendable (Handle, CChar, UnsafeRawPointer) -> CInt
  let openContainer: @convention(c) @Sendable (Handle, CChar, Text) -> CInt
  let closeContainer: @convention(c) @Sendable (Handle) -> CInt
  let messageUnref: @convention(c) @Sendable (Handle) -> Handle?
  let getType: @convention(c) @Sendable (Handle, UnsafeMutablePointer<UInt8>) -> CInt
  let getReplyCookie: @convention(c) @Sendable (Handle, UnsafeMutablePointer<UInt64>) -> CInt
  let getSender: @convention(c) @Sendable (Handle) -> Text?
  let getPath: @convention(c) @Sendable (Handle) -> Text?
  let getInterface: @convention(c) @Sendable (Handle) -> Text?
  let getMember: @convention(c) @Sendable (Handle) -> Text?
  /// Returns a structure that begins with the name and the text of an error.
  let getError: @convention(c) @Sendable (Handle) -> UnsafePointer<Text?>?
  let peekType:
    @convention(c) @Sendable (Handle, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<Text?>) ->
      CInt
  let readBasic: @convention(c) @Sendable (Handle, CChar, UnsafeMutableRawPointer) -> CInt
  let enterContainer: @convention(c) @Sendable (Handle, CChar, Text?) -> CInt
  let exitContainer: @convention(c) @Sendable (Handle) -> CInt

  /// The library, loaded when it is first needed.
  static let library = Result { () throws(SystemBusError) in try SDBus() }

  private init() throws(SystemBusError) {
    guard let library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL) else { throw .noLibrary }
    func find<Function>(_ name: String) throws(SystemBusError) -> Function {
      guard let symbol = dlsym(library, "sd_bus_" + name) else { throw .noLibrary }
      // Every use below names the signature of a C function, which is as large as a pointer.
      return unsafeBitCast(symbol, to: Function.self)
    }
    openSystem = try find("open_system")
    closeUnref = try find("close_unref")
    getFD = try find("get_fd")
    getEvents = try find("get_events")
    process = try find("process")
    send = try find("send")
    newMethodCall = try find("message_new_method_call")
    appendBasic = try find("message_append_basic")
    openContainer = try find("message_open_container")
    closeContainer = try find("message_close_container")
    messageUnref = try find("message_unref")
    getType = try find("message_get_type")
    getReplyCookie = try find("message_get_reply_cookie")
    getSender = try find("message_get_sender")
    getPath = try find("message_get_path")
    getInterface = try find("message_get_interface")
    getMember = try find("message_get_member")
    getError = try find("message_get_error")
    peekType = try find("message_peek_type")
    readBasic = try find("message_read_basic")
    enterContainer = try find("message_enter_container")
    exitContainer = try find("message_exit_container")
  }
}
