// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import HTTPSites
import LinuxSystem
import LocationJSON
import LocationPage
import TrackFiles
import TrackStore

/// The track of a store, for the page.
///
/// The store is opened for each question, since it may be made, and moved away, while the page is open.
struct StoredHistory: Sendable {
  private let path: String
  /// Whether somebody has named the file.
  private let isNamed: Bool
  private let preparation = Preparation()

  init(_ path: String, isNamed: Bool) { (self.path, self.isNamed) = (path, isNamed) }

  var history: PageHistory {
    PageHistory(
      answer: { request in
        do throws(HistoryProblem) {
          return try answer(request)
        } catch {
          return error.response
        }
      },
      file: { request, kind in
        do throws(HistoryProblem) {
          return try HistoryExport(try open(), request, kind).pieces
        } catch {
          return SitePieces(error.response)
        }
      })
  }

  private func answer(_ request: HistoryRequest) throws(HistoryProblem) -> SiteResponse {
    let store = try open()
    let question = HistoryQuestion(request)
    do {
      let answer = try store.answer(question)
      var object = JSONObject()
      answer.set(in: &object, question)
      return SiteResponse(object.closed + [0x0A], type: "application/json")
    } catch {
      throw HistoryProblem(404, "\(error)")
    }
  }

  // MARK: The store

  private func open() throws(HistoryProblem) -> PositionStore {
    let (store, lacksSketches, hasTrack): (PositionStore, Bool, Bool)
    do throws(StoreError) {
      store = try PositionStore(reading: path)
      (lacksSketches, hasTrack) = (try store.lacksSketches, try store.hasTrack)
    } catch {
      throw HistoryProblem(404, reason(error))
    }
    if lacksSketches { throw preparation.start(path) }
    guard hasTrack else { throw HistoryProblem(404, emptiness) }
    return store
  }

  private var emptiness: String {
    "there is no track in \(path) yet; \"gps history record\", \"gps publish --keep\" or \"gps history import\" fills it"
  }

  private func reason(_ error: StoreError) -> String {
    switch error.cause {
    case .missing where !isNamed: return emptiness
    case .missing, .permissionDenied:
      // A service of the system, for example, cannot even see what is in a person's home.
      return
        "cannot open \(path): user \(geteuid()), who runs this page, may not read it; run gps web as the owner of the track"
    default: return error.description
    }
  }
}

/// Why there is no answer: a status of HTTP, and one line for people.
struct HistoryProblem: Error {
  let status: Int
  let reason: String

  init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }

  var response: SiteResponse { SiteResponse(status, error: reason) }
}

/// A store of an earlier format, which is opened for writing once, so that its track is sketched.
private final class Preparation: Sendable {
  private enum State {
    case idle
    case running(Double)
    case failed(String)
  }

  private let state = Mutex(State.idle)

  /// Starts, unless it has started; returns what to answer meanwhile.
  func start(_ path: String) -> HistoryProblem {
    let (starts, problem) = state.withLock { state -> (Bool, HistoryProblem) in
      switch state {
      case .idle:
        state = .running(0)
        return (true, Self.progress(0))
      case .running(let part): return (false, Self.progress(part))
      case .failed(let reason):
        state = .idle
        return (false, HistoryProblem(404, reason))
      }
    }
    if starts { POSIXThread.detach { [self] in run(path) } }
    return problem
  }

  private static func progress(_ part: Double) -> HistoryProblem {
    HistoryProblem(
      503,
      "the track is being prepared: \(Int(part * 100)) % done; try again in a moment")
  }

  private func run(_ path: String) {
    do throws(StoreError) {
      _ = try PositionStore(path: path) { part in state.withLock { $0 = .running(part) } }
      state.withLock { $0 = .idle }
    } catch {
      state.withLock { $0 = .failed("\(error)") }
    }
  }
}

extension HistoryQuestion {
  init(_ request: HistoryRequest) {
    let usual = Swift.stride(from: request.start, through: request.end, by: 86_400)
    let steps =
      request.steps.isEmpty
      ? Array(usual.prefix(400))
        + (request.end > (Array(usual.prefix(400)).last ?? 0) ? [request.end] : [])
      : request.steps
    self.init(
      start: request.start, end: request.end, drawing: request.isDensity ? .density : .track,
      points: request.points, steps: steps)
  }
}

/// A part of the track on its way to a browser, in pieces of some thousand fixes: however long it is, it takes little memory.
private final class HistoryExport: Sendable {
  private struct State {
    var conversion: TrackConversion
    /// The next fix, nanoseconds since 1970.
    var start: Int64
    var isAtEnd = false
    var piece: [UInt8] = []
  }

  private let path: String
  private let end: Int64
  private let kind: HistoryFile
  private let state: Mutex<State>

  private struct Pause: Error {}

  private static let fixesInPiece = 2000

  init(
    _ store: PositionStore, _ request: HistoryRequest, _ kind: HistoryFile
  ) throws(HistoryProblem) {
    (path, self.kind, end) = (store.path, kind, Int64(request.end * 1e9) - 1)
    let writer: any TrackWriter =
      switch kind {
      case .gpx: GPXWriter(name: "track")
      case .csv: CSVWriter()
      case .gpsLogger: GPSLoggerWriter()
      }
    state = Mutex(
      State(
        conversion: TrackConversion(writer, tolerance: nil), start: Int64(request.start * 1e9)))
  }

  /// The file: its first piece, and what returns the others.
  var pieces: SitePieces {
    do {
      guard let first = try next() else {
        return SitePieces(SiteResponse(404, error: "the track has no fix in that time"))
      }
      return SitePieces(SiteResponse(first, type: kind.mediaType)) { try? self.next() ?? [] }
    } catch {
      return SitePieces(SiteResponse(404, error: "\(error)"))
    }
  }

  /// Returns the next piece; `nil` at the end.
  private func next() throws -> [UInt8]? {
    try state.withLock { state in
      while state.piece.isEmpty, !state.isAtEnd { try read(&state) }
      defer { state.piece = [] }
      return state.piece.isEmpty ? nil : state.piece
    }
  }

  private func read(_ state: inout State) throws {
    let store = try PositionStore(reading: path)
    var count = 0
    func drain(_ text: inout TrackText, _ joins: Bool) {
      if joins { text.join() }
      state.piece += text.lanes[0]
      text.lanes[0].removeAll(keepingCapacity: true)
    }
    do {
      try store.track(TrackQuery(start: state.start, end: end)) { fix in
        state.conversion.receive(.fix(fix), drain)
        state.start = (fix.time?.nanosecondsSince1970 ?? end) + 1
        count += 1
        if count >= Self.fixesInPiece { throw Pause() }
      }
      state.isAtEnd = true
      state.conversion.finish(drain)
    } catch is Pause {}
  }
}
