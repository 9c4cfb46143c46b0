// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  package import LocationPublishing

  /// One destination, and the way there.
  ///
  /// It belongs to one thread. What waits is ended at once by the stop request that the link was made with.
  package protocol DeliveryLink: AnyObject {
    /// How many reports are best sent at a time.
    var batchSize: Int { get }

    /// Whether the other side has answered when ``open()`` returns; otherwise the first delivery shows whether it does.
    var answersWhenOpened: Bool { get }

    /// Connects, and returns when the other side is ready.
    ///
    /// - Throws: after a stop request too, ``DeliveryError/stopped``. The link is closed then.
    func open() throws(DeliveryError)

    /// Sends reports in their order, and waits until they are acknowledged.
    ///
    /// - Returns: how many of the first have been acknowledged, at least one: fewer than all if the connection was lost or
    ///   a stop was requested, and the next call throws.
    /// - Throws: if none was acknowledged. The link is closed then, but not by a stop request.
    func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int

    /// Keeps the connection alive while there is nothing to send.
    ///
    /// - Parameter descriptor: ends the wait when it becomes readable, as a stop request does.
    /// - Throws: if the connection was lost. The link is closed then.
    func idle(untilReadable descriptor: CInt) throws(DeliveryError)

    /// Says goodbye, if there is somebody to say it to; to be called before the link is dropped.
    func close()
  }
#endif
