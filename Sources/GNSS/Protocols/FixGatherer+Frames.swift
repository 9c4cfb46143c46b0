// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

extension FixGatherer {
  mutating func received(
    _ kind: any ReceiverProtocol.Type, _ frame: RawSpan, _ consume: Consumer
  ) {
    // Only UBX has the pages of Galileo's message.
    if authenticator != nil, kind == UBXProtocol.self {
      authenticator?.received(
        UBXProtocol.kind(of: frame), frame.extracting(UBXProtocol.payload(of: frame)))
    }
    var readers = frames.takeReaders()
    let isRead = readers.read(kind, frame) { received($0, of: $1, consume) }
    frames.readers = readers
    guard isRead else { return }
    progress.sentences &+= 1
    frames.count &+= 1
  }

  /// Processes a sentence that `NMEA0183` does not know; it has been counted.
  mutating func received(_ address: SentenceAddress, _ fields: RawSpan, _ consume: Consumer) {
    guard ReceiverProtocols.reading(address) != nil else { return }
    frames.count &+= 1
    var readers = frames.takeReaders()
    readers.read(address, fields) { received($0, of: $1, consume) }
    frames.readers = readers
  }

  /// Processes what still waits for the clock at the end.
  mutating func finishFrames(_ consume: Consumer) {
    var readers = frames.takeReaders()
    readers.finish { received($0, of: $1, consume) }
    frames.readers = readers
  }

  private mutating func received(
    _ report: FrameReport, of reader: Int, _ consume: Consumer
  ) {
    switch report {
    case .instant(let instant), .belatedInstant(let instant):
      received(instant, of: reader, consume)
    case .endOfInstant(let time): endInstant(at: time, consume)
    case .date(let date, let time):
      dates.learn(date, time)
      emitHeldIfDated(consume)
    case .satellites(let view):
      used = view.used
      satellites.received(view)
    case .satellitesInView(let view):
      satellites.received(SatellitesInView(view, used: SatelliteSet()))
    case .satellitesUsed(let satellites): used = satellites
    case .signals(let signals): satellites.received(signals: signals)
    case .heading(let heading, let accuracy):
      if let heading = headings.heading(heading, accuracy: accuracy, time: lastTime) {
        consume(.heading(heading))
      }
    case .magneticVariation(let variation): headings.learn(variation: variation)
    case .jamming(let isCertain): integrity?.receivedJamming(isCertain: isCertain)
    case .spoofing: integrity?.receivedSpoofing()
    case .antenna, .isTimeResolved, .leapSecond: break
    }
  }

  private mutating func received(
    _ report: InstantReport, of reader: Int, _ consume: Consumer
  ) {
    if report.verdict != nil { progress.positionReports &+= 1 }
    var instant = report
    instant.contribution = frames.contribution(of: report, by: reader)
    if let time = instant.time {
      let date = instant.date
      add(instant, at: time, consume) { if let date { $0.dates.learn(date, time) } }
    } else if instant.verdict != nil, clocks.isLoss(nil) {
      endEpoch(consume)
      lose(at: nil, consume)
    }
  }

  /// Ends the epoch, unless sentences about it may follow.
  private mutating func endInstant(at time: UTCTime, _ consume: Consumer) {
    guard let latest = assembler.epoch.time,
      RecentInstants.isSame(time.nanosecondsOfDay, latest.nanosecondsOfDay)
    else { return }
    if frames.count == progress.sentences {
      finishEpoch(consume)
    } else {
      var end = InstantReport(kind: .max, rank: 0)
      end.contribution = .frameEnd
      add(end, at: time, consume)
    }
  }
}

/// What is known about a line with messages of other protocols.
struct FrameIntake: Sendable {
  fileprivate(set) var readers = FrameReaders()
  fileprivate var count = 0
  /// The kinds of messages that have come, in the order of their slots.
  private var kinds: [Int] = []

  /// Takes the readers out, so that the rest can be mutated while they read.
  fileprivate mutating func takeReaders() -> FrameReaders {
    defer { readers = FrameReaders() }
    return readers
  }

  /// Returns the place of a message among the kinds on this line.
  fileprivate mutating func contribution(
    of report: InstantReport, by reader: Int
  ) -> Contribution {
    let kind = reader << 8 | Int(report.kind)
    let most = Contribution.slots - 1 - Contribution.firstFrameSlot
    let place =
      kinds.firstIndex(of: kind)
      ?? {
        if kinds.count < most { kinds.append(kind) }
        return kinds.count - 1
      }()
    return Contribution(
      slot: UInt8(Contribution.firstFrameSlot + place), rank: report.isWholeSolution ? 4 : 0)
  }
}
