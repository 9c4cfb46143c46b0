// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import SerialLine

/// A serial port, by its path.
package struct SerialSource: SourceKind {
  private let path: String

  package init(_ path: String) { self.path = path }

  package var name: String { path }
  package var traits: SourceTraits { [.hasRate, .canBeWritten] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    try SerialConnection(path: path, rate: request.rate, isWritten: request.isWritten)
  }
}

/// An open serial port.
final class SerialConnection: Connection {
  private let port: SerialPort

  private let isWritten: Bool

  init(path: String, rate: BaudRate?, isWritten: Bool = false) throws(SourceError) {
    self.isWritten = isWritten
    do throws(SerialPortError) {
      port = try SerialPort(
        path: path, rate: rate, access: isWritten ? .readingAndWriting : .reading)
    } catch {
      throw .port(error)
    }
  }

  var descriptor: CInt { port.descriptor }
  var hasRate: Bool { port.isLine }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome {
    do throws(SerialPortError) { return try port.read(into: buffer) } catch { throw .port(error) }
  }

  func discardInput() { port.discardInput() }

  func write(_ bytes: ArraySlice<UInt8>) throws(SourceError) -> Int? {
    guard isWritten else { return nil }
    do throws(SerialPortError) { return try port.write(bytes) } catch { throw .port(error) }
  }

  func setRate(_ rate: BaudRate) throws(SourceError) {
    do throws(SerialPortError) { try port.setRate(rate) } catch { throw .port(error) }
  }
}
