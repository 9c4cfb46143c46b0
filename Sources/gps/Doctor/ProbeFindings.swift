// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What follows from listening to the sources.

import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationJSON
import LocationProtocols
import ReceiverConfiguration
import SerialLine

extension Probe {
  /// Returns what listening has shown, the fix last, without what was found at these ports before.
  func findings(_ ports: [PortFacts]) -> [Finding] {
    var findings: [Finding?] = []
    for receiver in status.sources {
      let place = receiver.source.name
      let port = ports.first { $0.path == place || $0.node == place }
      findings.append(signal(receiver, place, port))
      if receiver == status.current, fix != nil || !meter.sentences.isEmpty {
        findings.append(line(receiver.rate, place, port))
        findings.append(order(place))
        findings.append(signatures(receiver.rate, place))
      }
      if receiver == status.current { findings.append(antenna(place)) }
    }
    if status.sources.isEmpty {
      findings.append(
        Finding(.problem, .signal, "there was no port to listen to", commands: ["gps list"]))
    }
    return (findings + [suspicion, conclusion]).compactMap(\.self)
  }

  /// Returns what the receiver says about its antenna, if that is a fault.
  private func antenna(_ place: String) -> Finding? {
    guard let fault = meter.antenna?.fault else { return nil }
    return Finding(
      fix == nil ? .problem : .warning, .signal, at: place,
      "it reports that its antenna \(fault)",
      why: "Check its plug and cable. An antenna without an amplifier takes no current, and looks "
        + "like none.")
  }

  private func problem(
    _ place: String, _ what: String, _ why: String, _ command: String
  ) -> Finding {
    Finding(.problem, .signal, at: place, what, why: why, commands: [command])
  }

  // MARK: What comes

  private func signal(
    _ receiver: SourceStatus, _ place: String, _ port: PortFacts?
  ) -> Finding? {
    let longer = "gps doctor --device \(shellWord(place)) --for"
    if fix == nil, receiver.source.traits.contains(.isFallback),
      let finding = fallback(receiver.state, place)
    {
      return finding
    }
    switch receiver.state {
    case .silent: return silence(place, port)
    case .failed(let error): return failure(error, place, port)
    case .unplugged:
      return problem(
        place, "it was unplugged, or its other end hung up",
        "Plug it in again. An unpowered hub or a worn cable causes this, too.", "gps list --watch")
    case .detectingRate:
      return problem(
        place, "no sentence arrived in \(seconds(duration))",
        "It takes 10 s to be sure that a port is silent, and 20 s to try all baud rates.",
        "\(longer) 30s")
    case .notAReceiver(let reason): return stranger(reason, place)
    case .waitingForFix where receiver.rate == nil && !meter.hasHeard && fix == nil:
      return problem(
        place, "no position arrived in \(seconds(duration))",
        "It is open, but nothing it has sent so far looks like a receiver's output.",
        "\(longer) 60s")
    case .opening, .connecting:
      return problem(
        place, "it did not open in \(seconds(duration))",
        "Check that the program at its other end is running. To wait longer:", "\(longer) 60s")
    case .relayed(let report):
      let isBad = report.code == .trouble || report.code == .noReceiver
      return Finding(
        isBad ? .problem : .good, .service, at: place,
        report.explanation ?? "its receiver: \(report.state)",
        commands: isBad ? ["gps list --all"] : [])
    case .denied(let reason):
      return Finding(
        .problem, .service, at: place, "it does not allow you the location",
        why: sentence(reason), commands: [Diagnosis.editingPolicy])
    case .fix, .lost, .waitingForFix, .ended, .standby, .unused: return nil
    }
  }

  /// Why GeoClue gives no position; `nil` if its state says it.
  private func fallback(_ state: ReceiverState, _ place: String) -> Finding? {
    switch state {
    case .opening, .connecting, .silent, .detectingRate, .waitingForFix:
      Finding(
        .problem, .source, at: place, "no position arrived in \(seconds(duration))",
        why:
          "GeoClue may take a minute. Its sources, such as networks, are set in /etc/geoclue/geoclue.conf.",
        commands: ["gps watch --device \(shellWord(place))"])
    default: nil
    }
  }

  private func silence(_ place: String, _ port: PortFacts?) -> Finding {
    let isWired = port.map { !$0.isUSB && $0.device != nil } ?? false
    let why =
      if port?.node.hasPrefix("/dev/rfcomm") == true {
        "Check that the receiver is on and paired, and that no other machine is connected to it."
      } else if isWired {
        "Check the power and the wiring: the receiver's TX goes to this machine's RX, ground to ground. On a "
          + "board with several ports, try the others."
      } else {
        "Check its power and cable, and plug it in again."
      }
    return problem(
      place, "silence: not a single byte arrived", why,
      isWired ? "gps list --all" : "gps list --watch")
  }

  private func failure(_ error: SourceError, _ place: String, _ port: PortFacts?) -> Finding? {
    if case .served = error {
      return Finding(
        .warning, .holder, at: place, "only the location service can listen to it",
        why: "This program, too, can get positions from the service:",
        commands: ["gps doctor --device service"])
    }
    // Others name the remedy, which has nothing to do with ports.
    guard case .port(let error) = error else {
      return Finding(
        .problem, .signal, at: place, "cannot listen", why: sentence(error.description))
    }
    switch error.cause {
    // The diagnosis has reported these.
    case .missing where port?.status == nil && port != nil: return nil
    case .permissionDenied where port?.status?.isReadable == false: return nil
    case .busy where port?.holders.isEmpty == false: return nil
    case .busy:
      return Finding(
        .problem, .holder, at: place, "another program uses it",
        why: "Only the administrator can see other users' programs. To see them:",
        commands: ["sudo fuser -v \(shellWord(place))"])
    default:
      return problem(place, "cannot listen", sentence(error.description), "gps list --all")
    }
  }

  private func stranger(_ reason: ReceiverState.Reason, _ place: String) -> Finding {
    let configure = "gps configure --device \(shellWord(place))"
    switch reason {
    case .binary(let name):
      let what = "it sends \(name), not NMEA 0183 or UBX"
      if name.hasPrefix("SiRF") {
        return problem(
          place, what, "Another program has switched it to a binary protocol. To switch it back:",
          "\(configure) --nmea")
      }
      if name.hasPrefix("RTCM") {
        return problem(
          place, what,
          "These are corrections, not positions: turn on NMEA sentences in the receiver.",
          "\(configure) --enable GGA,RMC")
      }
      return problem(
        place, what, "gps does not support this protocol: turn on NMEA sentences in the receiver.",
        "gps list --all")
    case .otherProtocol(let expected):
      return problem(
        place, "it does not speak \(expected)",
        "Name a receiver, or another port of that machine.", "gps list --all")
    case .gpsd:
      return problem(
        place, "it is gpsd, which sends no NMEA 0183 unless asked",
        "To ask it in its own protocol:",
        "gps doctor --device \(shellWord("gpsd" + place.drop { $0 != ":" }))")
    case .noPosition where meter.unreadablePositions.prevail:
      return problem(
        place, "it sends positions, but they are unreadable", unreadable,
        "gps record --device \(shellWord(place))")
    case .noPosition where !meter.unwrittenProtocols.isEmpty:
      let names = meter.unwrittenProtocols.sorted().joined(separator: " and ")
      return problem(
        place, "it sends \(names), but never a position",
        "Turn on its messages with positions with its maker's own tool. To see what it sends:",
        "gps record --device \(shellWord(place))")
    case .noPosition:
      return problem(
        place, "it sends NMEA 0183 or UBX, but never a position",
        "It is another instrument, or a receiver configured that way. If it is a receiver:",
        "\(configure) \(meter.binaryOnly.isEmpty ? "--enable GGA,RMC" : "--ubx")")
    case .noSentence(let rate?):
      return problem(
        place, "bytes arrive, but no sentence at \(rate)",
        "Without --baud, all usual rates are tried:", "gps doctor --device \(shellWord(place))")
    case .noSentence(nil):
      return problem(
        place, "bytes arrive, but no sentence at any rate",
        "It is not a receiver, its signal is inverted, or another program reads the port.",
        "gps list --all")
    }
  }

  // MARK: How it comes

  private func line(_ rate: BaudRate?, _ place: String, _ port: PortFacts?) -> Finding? {
    let epochs = epochRate.map { "\(String($0, decimals: 1)) Hz" }
    guard let rate, port?.hasNoRate != true else {
      return load.isDamaged ? damage(place) : nil
    }
    let share = load.share(of: rate)
    let percent = share.map { "\(Int(($0 * 100).rounded())) % of the line" }
    if let share, share >= PortLoad.full || (share >= 0.5 && (load.isDamaged || load.isLate)) {
      let faster = load.neededRate(above: rate, sending: meter.bytesPerSecond)
      let change = faster.map { "--baud \($0.rawValue)" } ?? "--disable GSV"
      return Finding(
        .warning, .line, at: place,
        "\(rate) is too slow: \(epochs ?? "what it sends") needs \(percent ?? "more")",
        why: tooSlow,
        commands: ["gps configure --device \(shellWord(place)) \(change)"])
    }
    if load.isDamaged { return damage(place) }
    let facts = [rate.description, epochs, percent.map { "\($0) used" }].compactMap(\.self)
    return Finding(.good, .line, at: place, facts.joined(separator: ", "))
  }

  private var tooSlow: String {
    var signs: [String] = []
    if load.isDamaged { signs.append("\(load.damaged) sentences arrived damaged or cut off") }
    if load.isLate { signs.append("fixes now arrive \(seconds(load.delay)) late") }
    let evidence = signs.isEmpty ? "" : " " + sentence(signs.joined(separator: ", and "))
    return
      "A receiver drops sentences when the line is full.\(evidence) Sending fewer sentences also helps (--disable)."
  }

  private func damage(_ place: String) -> Finding {
    Finding(
      .warning, .line, at: place,
      "\(load.damaged) of \(load.sentences + load.damaged) sentences arrived damaged or cut off",
      why:
        "The cause may be a long cable, a weak power supply, or another program that reads the port.",
      commands: [
        place.hasPrefix("/") ? "sudo fuser -v \(shellWord(place))" : "gps list --all"
      ])
  }

  /// What comes out of order is left out.
  private func order(_ place: String) -> Finding? {
    guard latePositions > 0 else { return nil }
    let verb = latePositions == 1 ? "was" : "were"
    return Finding(
      .warning, .line, at: place,
      "\(counted(latePositions, "position")) came after later ones, and \(verb) left out",
      why:
        "Something on the way changes the order of the sentences, such as a multiplexer or UDP, or the receiver's clock was set back.",
      commands: [])
  }

  // MARK: Words

  func seconds(_ duration: Duration) -> String {
    let value = duration / .seconds(1)
    return String(value, decimals: value < 10 ? 1 : 0) + " s"
  }

  /// Returns a message as a complete sentence.
  func sentence(_ text: String) -> String {
    (text.first.map { $0.uppercased() } ?? "") + text.dropFirst() + "."
  }
}
