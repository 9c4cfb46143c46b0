// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import FoundationNetworking
import LinuxSystem

/// A download that reads a bounded number of bytes, no faster than they are processed, since a server may send without end.
final class BoundedDownload: NSObject, URLSessionDataDelegate, Sendable {
  /// The reason why the download is ended because of the server.
  enum Refusal: String, Error {
    case isTooLong = "its answer is too long"
    case redirectsElsewhere = "it redirects to another host"
    case redirectsTooOften = "it redirects too often"
  }

  private static let mostRedirects = 3

  /// The most bytes of an answer, uncompressed.
  private let limit: Int
  /// At most a megabyte waits.
  private let queue = PacedQueue(capacity: 64)
  /// Orders the end of the transfer and the answers to redirects, since FoundationNetworking traps if the redirect of a
  /// cancelled task is answered.
  private let order = DispatchQueue(label: "CoreLocation.download")
  private let content = Mutex(Content())

  private struct Content {
    var data = Data()
    /// Whether it is being cancelled: further data is dropped, and no redirect answered.
    var isOver = false
    var continuation: CheckedContinuation<(Data, status: Int), any Error>?
    var redirects = 0
    var task: URLSessionTask?
  }

  private init(limit: Int) { self.limit = limit }

  /// Returns the server's answer to a request.
  ///
  /// Redirects are followed only to the same host, since the coordinates in the request are for no other.
  ///
  /// - Throws: ``Refusal``, `URLError` or `CancellationError`.
  static func answer(
    to request: URLRequest, limit: Int
  ) async throws -> (Data, status: Int) {
    let download = BoundedDownload(limit: limit)
    let session = URLSession(
      configuration: .ephemeral, delegate: download, delegateQueue: download.queue)
    // The session keeps its delegate alive until the task has ended.
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: request)
    download.content.withLock { $0.task = task }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        download.content.withLock { $0.continuation = continuation }
        // The handler below may have been called too early.
        if Task.isCancelled { return download.finish(.failure(CancellationError())) }
        task.resume()
      }
    } onCancel: {
      download.cancel(because: CancellationError())
    }
  }

  private func finish(_ result: Result<(Data, status: Int), any Error>) {
    content.withLock { $0.continuation.take() }?.resume(with: result)
  }

  /// Ends the transfer.
  ///
  /// It uses another thread, since `cancel()` waits for the transfer, which may wait for room in the queue on whose thread
  /// this was called. FoundationNetworking cancels a task only when none of its data is pending: until then, the
  /// data that a server sends is still read, and dropped here.
  private func cancel(because error: any Error) {
    content.withLock { ($0.data, $0.isOver) = (Data(), true) }
    finish(.failure(error))
    order.async { [self] in content.withLock(\.task)?.cancel() }
  }

  // MARK: Of the session

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = content.withLock { content in
      // Drops data that was on its way when the transfer was ended.
      guard !content.isOver else { return false }
      guard content.data.count + data.count <= limit else { return true }
      content.data += data
      return false
    }
    if isTooLong { cancel(because: Refusal.isTooLong) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    let isElsewhere = !Self.isSameServer(task.originalRequest?.url, request.url)
    // Proof: it is called at most once, on the queue, and nowhere else. It has no captures but those of FoundationNetworking, which
    // are prepared for any thread, since a session may call its delegate on any.
    nonisolated(unsafe) let answer = completionHandler
    order.async { [self] in
      let redirects = content.withLock { content -> Int? in
        guard !content.isOver else { return nil }
        content.redirects += 1
        return content.redirects
      }
      guard let redirects else { return }
      let refusal: Refusal? =
        isElsewhere
        ? .redirectsElsewhere : redirects > Self.mostRedirects ? .redirectsTooOften : nil
      // First, since the task that is answered without a request ends at once, with the data that it has.
      if let refusal { finish(.failure(refusal)) }
      answer(refusal == nil ? request : nil)
    }
  }

  private static func isSameServer(_ one: URL?, _ other: URL?) -> Bool {
    one?.scheme == other?.scheme && one?.host() == other?.host() && one?.port == other?.port
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    _ = content.withLock { $0.task.take() }
    if let error { return finish(.failure(error)) }
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
    finish(.success((content.withLock(\.data), status)))
  }
}

/// The queue on which a session calls its delegate, one call at a time, with a bounded number of waiting calls.
///
/// FoundationNetworking reads as fast as a server sends, and queues a call for each piece of up to 16 KB. While the queue
/// is full, the thread that adds a call waits, and with it the transfer.
// Proof of Sendable: its superclass is Sendable, and its own properties are constant, or guarded by the condition.
final class PacedQueue: OperationQueue, @unchecked Sendable {
  /// The most calls that wait.
  private let capacity: Int
  private let condition = NSCondition()
  private var waiting = 0

  init(capacity: Int) {
    self.capacity = capacity
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    condition.lock()
    while waiting >= capacity { condition.wait() }
    waiting += 1
    condition.unlock()
    super.addOperation { [self] in
      block()
      condition.lock()
      waiting -= 1
      condition.signal()
      condition.unlock()
    }
  }
}

/// The turns for which the requests of a whole process wait: a second apart, as public servers demand.
final class RequestTurns: Sendable {
  static let shared = RequestTurns()

  private let interval: Duration
  private let following = Mutex<ContinuousClock.Instant?>(nil)

  init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Takes the next turn, and returns its time; `now` if no other request is before it.
  func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    following.withLock { following in
      let turn = max(following ?? now, now)
      following = turn + interval
      return turn
    }
  }

  func next() async throws { try await Task.sleep(until: turn(at: .now), clock: .continuous) }
}
