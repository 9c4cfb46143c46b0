// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import LinuxSystem
  import PositionDelivery

  /// What the threads of all destinations report, for the main thread to read.
  final class DeliveryNews: Sendable {
    /// What happened, and with which destination.
    struct Item: Sendable {
      let destination: Int
      let status: DeliveryStatus
    }

    private let items = Mutex<[Item]>([])
    private let wakeUp: WakeUp

    /// - Throws: `SystemError` when the process has no descriptors left.
    init() throws { wakeUp = try WakeUp() }

    /// Readable when there is news.
    var descriptor: CInt { wakeUp.descriptor }

    /// Adds what a thread reports; several deliveries in a row count as one.
    func report(_ status: DeliveryStatus, of destination: Int) {
      items.withLock { items in
        if case .delivered(let more) = status, let last = items.last,
          last.destination == destination, case .delivered(let count) = last.status
        {
          items.removeLast()
          items.append(Item(destination: destination, status: .delivered(count + more)))
        } else {
          items.append(Item(destination: destination, status: status))
        }
      }
      wakeUp.signal()
    }

    /// What has been reported since this was last called.
    func drain() -> [Item] {
      wakeUp.clear()
      return items.withLock { items in
        defer { items = [] }
        return items
      }
    }
  }
#endif
