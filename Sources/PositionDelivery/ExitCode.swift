// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing

  /// The codes of sysexits.h for what is refused.
  enum ExitCode {
    /// EX_NOINPUT: a file that was named is not there.
    static let noInput: Int32 = 66
    /// EX_DATAERR: the other side finds fault with what we send.
    static let data: Int32 = 65
    /// EX_PROTOCOL: the other side has not proved who it is, or speaks something else.
    static let protocolFault: Int32 = 76
    /// EX_NOPERM: it does not believe who we are, or we may not.
    static let permission: Int32 = 77
    /// EX_CONFIG: something must be set up differently, here or there.
    static let configuration: Int32 = 78
  }
#endif
