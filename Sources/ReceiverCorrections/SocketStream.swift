// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import ServerAccess

final class SocketStream: ServerStream {
  private let link: SocketLink

  /// - Parameter wakeUp: signaled when the host's addresses have been looked up.
  init(to address: CorrectionAddress, waking wakeUp: WakeUp) {
    let place = HostAndPort(address.server.host, address.server.port)
    link = SocketLink(HostLookUp(place, waking: wakeUp), address.description)
  }

  var isConnecting: Bool { link.isConnecting }
  var due: Duration? { isConnecting ? link.connectDeadline : nil }
  var hasUnreadBytes: Bool { false }

  func polled(for events: Int32) -> [pollfd] {
    let (descriptors, events) =
      isConnecting ? (link.attempts, POLLOUT) : ([link.descriptor], events)
    return descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
  }

  func connect(at now: Duration) throws(StreamError) {
    do throws(SourceError) { try link.connect(at: now) } catch { throw StreamError("\(error)") }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome {
    do throws(SourceError) { return try link.read(into: buffer) } catch {
      throw StreamError("\(error)")
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int {
    do throws(SourceError) { return try link.write(bytes) ?? 0 } catch {
      throw StreamError("\(error)")
    }
  }
}
