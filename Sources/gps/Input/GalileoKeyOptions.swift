// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import NavigationAuthentication
import NavigationTrust

/// What Galileo's signatures are verified with.
struct GalileoKeyOptions: ParsableArguments {
  @Option(
    help: .value(
      "folder",
      "Galileo's trees and keys, as the European GNSS Service Centre publishes them, in place of those in this program."
    ),
    completion: .directory)
  var galileoKeys: String?

  /// Returns what verifies the signatures in recordings, in which keys may be older than those in force today.
  func authenticatorOfRecordings() throws -> NavigationAuthenticator {
    let cryptography: OpenSSLCryptography
    do {
      cryptography = try OpenSSLCryptography()
    } catch {
      throw Failure(error.description, EX_UNAVAILABLE)
    }
    guard let galileoKeys else {
      return NavigationAuthenticator(ShippedKeys.anchors, cryptography: cryptography)
    }
    do {
      let folder = try GalileoKeyFolder(galileoKeys, at: nil, cryptography)
      return NavigationAuthenticator(folder.anchors, cryptography: cryptography)
    } catch {
      throw Failure(error.description, EX_NOINPUT)
    }
  }
}
