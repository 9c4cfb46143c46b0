// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

extension FixGatherer {
  mutating func received(_ message: Message, _ consume: Consumer) {
    progress.sentences &+= 1
    switch message {
    case .rmc(let rmc):
      authenticator?.received(message)
      if rmc.navigationalStatus == .unsafe { integrity?.reported(.receiverReportsUnsafe) }
      // Without a time it joins the epoch before it, unless it says that there is no position.
      if rmc.time == nil, rmc.coordinate != nil { return join(rmc, consume) }
      receivedPosition(rmc, consume) {
        $0.dates.learn(from: rmc)
        $0.headings.learn(from: rmc)
      }
    case .ptnlggk(let ggk): receivedPosition(ggk, consume) { $0.dates.learn(from: ggk) }
    case .gga(let gga): receivedPosition(gga, consume)
    case .gns(let gns):
      if gns.navigationalStatus == .unsafe { integrity?.reported(.receiverReportsUnsafe) }
      receivedPosition(gns, consume)
    case .pubx00(let pubx): receivedPosition(pubx, consume)
    case .gll(let received):
      guard let gll = inUTC(received) else { return }
      // Before version 2.0 there was no time; without one it is still a position, and not a sign of a loss.
      if gll.time != nil || gll.coordinate == nil {
        receivedPosition(gll, consume)
      } else if clocks.latest == nil {
        join(gll, consume)
      }
    case .gsa(let gsa): add(gsa, consume)
    case .vtg(let vtg): add(vtg, consume)
    case .pgrme(let pgrme): add(pgrme, consume)
    case .pgrmv(let pgrmv): add(pgrmv, consume)
    case .gsv(let gsv): if clocks.sender == .followed { satellites.received(gsv) }
    case .rma(let rma): if clocks.sender == .followed { join(rma, consume) }
    // Having no position of their own, they neither start nor end an epoch.
    case .gst(let gst): receivedErrors(gst, consume)
    case .gbs(let gbs): receivedErrors(gbs, consume)
    case .psrfepe(let psrfepe): receivedErrors(psrfepe, consume)
    case .zda(let zda):
      receivedDate(consume) { $0.learn(from: zda) }
      if clocks.sender == .followed, let time = zda.time { heard(at: time.nanosecondsOfDay) }
    case .ptnlvgk(let vgk): receivedDate(consume) { $0.learn(from: vgk) }
    case .pubx04(let pubx): receivedDate(consume) { $0.learn(from: pubx) }
    case .pgrmf(let pgrmf): receivedDate(consume) { $0.learn(from: pgrmf) }
    case .hdt, .hdg, .hdm, .ths, .vhw, .psxn20, .psxn23, .pfecatt, .pashr:
      if let heading = headings.heading(message, time: lastTime) { consume(.heading(heading)) }
    default: integrity?.received(message)
    }
  }

  private mutating func receivedPosition<Sentence: TimedContributor>(
    _ message: Sentence, _ consume: Consumer, learn: (inout Self) -> Void = { _ in }
  ) {
    progress.positionReports &+= 1
    if let time = message.time {
      add(message, at: time, consume, learn: learn)
    } else if clocks.isLoss(message.speaker) {
      endEpoch(consume)
      learn(&self)
      emitHeldIfDated(consume)
      lose(at: nil, consume)
    }
  }

  /// Adds a sentence that has no time of its own: it comes from the receiver that reported last.
  private mutating func add(_ message: some TimelessContributor, _ consume: Consumer) {
    switch clocks.sender {
    case .followed: if assembler.add(message) { finishEpoch(consume) }
    case .doubtful: assembler.addAside(message)
    case .other: break
    }
  }

  /// Adds a position without a time to the epoch before it; if no time has ever come, an epoch without one may begin.
  private mutating func join<Sentence: Contributor>(_ message: Sentence, _ consume: Consumer) {
    progress.positionReports &+= 1
    guard clocks.latest == nil else {
      if assembler.join(message) { finishEpoch(consume) }
      return
    }
    if !assembler.isOpen || assembler.hasHeard(message.contribution) {
      timeless.isProven = assembler.hasBegun
      endEpoch(consume)
      timeless.begin(at: lastArrival)
      assembler.begin(at: nil, period: nil)
      integrity?.epochBegins()
    }
    assembler.addTimeless(message)
  }

  private mutating func receivedDate(_ consume: Consumer, learn: (inout DateResolver) -> Void) {
    guard clocks.sender == .followed else { return }
    learn(&dates)
    emitHeldIfDated(consume)
  }

  private mutating func receivedErrors(_ message: some TimedContributor, _ consume: Consumer) {
    if let time = message.time { add(message, at: time, consume) }
  }
}
