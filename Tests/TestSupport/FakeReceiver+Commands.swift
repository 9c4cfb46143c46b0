// Core Location for Linux. SPDX-License-Identifier: MIT

extension FakeReceiver {
  /// Processes what was written to the port, and returns the immediate answers.
  package mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
    if fault == .deaf || isLost { return [] }
    input += bytes
    var answers: [UInt8] = []
    while let command = nextCommand() { answers += obey(command) }
    return answers
  }

  /// Removes the next whole command from the input, and drops damaged ones.
  private mutating func nextCommand() -> [UInt8]? {
    while let first = input.first {
      let length: Int
      switch first {
      case UInt8(ascii: "$"):
        guard let end = input.firstIndex(of: 0x0A) else { return nil }
        length = end + 1
      case 0xB5:
        guard input.count >= 6 else { return nil }
        length = 8 + Int(input[4]) + 256 * Int(input[5])
      case 0xA0:
        guard input.count >= 4 else { return nil }
        length = 8 + Int(input[3]) + 256 * Int(input[2])
      default:
        input.removeFirst()
        continue
      }
      guard input.count >= length else { return nil }
      let command = Array(input.prefix(length))
      input.removeFirst(length)
      if isIntact(command) { return command }
    }
    return nil
  }

  private func isIntact(_ command: [UInt8]) -> Bool {
    switch command[0] {
    case 0xB5:
      Self.ubx(command[2], command[3], Array(command[6..<(command.count - 2)])) == command
    case 0xA0: Self.sirf(Array(command[4..<(command.count - 4)])) == command
    default: Self.sentence(text(command)) == command
    }
  }

  /// Returns the text between `$` and `*`.
  private func text(_ command: [UInt8]) -> String {
    String(decoding: command.dropFirst().prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
  }

  private mutating func obey(_ command: [UInt8]) -> [UInt8] {
    switch (kind, command[0]) {
    case (.ublox8, 0xB5), (.ublox10, 0xB5):
      return obeyUBX(command[2], command[3], Array(command[6..<(command.count - 2)]))
    case (.sirf, 0xA0) where isBinary && command[4] == 129:
      commands.append("129")
      let names = ["GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "MSS", "", "ZDA"]
      sentences = Set(names.indices.filter { command[6 + 2 * $0] > 0 }.map { names[$0] })
      isBinary = false
      setBaudRate(256 * Int(command[26]) + Int(command[27]))
    case (.sirf, UInt8(ascii: "$")) where !isBinary: obeySiRF(text(command))
    case (.mediatek, UInt8(ascii: "$")): return obeyMediaTek(text(command))
    case (.ubloxSentences, UInt8(ascii: "$")): obeyPUBX(text(command))
    default: break
    }
    return []
  }

  // MARK: Settings

  private mutating func setBaudRate(_ rate: Int) {
    if fault == .losingItself, rate != baudRate { isLost = true }
    baudRate = rate
  }

  private mutating func setPeriod(_ milliseconds: Int) {
    if fault != .stubborn { period = milliseconds }
  }

  private mutating func setSentence(_ name: String, _ isOn: Bool) {
    if isOn { sentences.insert(name) } else { sentences.remove(name) }
  }

  // MARK: Makers

  private mutating func obeySiRF(_ text: String) {
    commands.append(text)
    let fields = text.split(separator: ",")
    let names = [
      "00": "GGA", "01": "GLL", "02": "GSA", "03": "GSV", "04": "RMC", "05": "VTG", "08": "ZDA",
    ]
    if fault == .refusing { return }
    if fields[0] == "PSRF100" {
      isBinary = fields[1] == "0"
      setBaudRate(Int(fields[2]) ?? 0)
    } else if fields[0] == "PSRF103", let name = names[String(fields[1])] {
      setSentence(name, fields[3] != "00")
    }
  }

  private mutating func obeyPUBX(_ text: String) {
    commands.append(text)
    let fields = text.split(separator: ",")
    if fields[1] == "40" { setSentence(String(fields[2]), fields[4] == "1") }
    if fields[1] == "41" { setBaudRate(Int(fields[5]) ?? 0) }
  }

  private mutating func obeyMediaTek(_ text: String) -> [UInt8] {
    let fields = text.split(separator: ",")
    let names = [0: "GLL", 1: "RMC", 2: "VTG", 3: "GGA", 4: "GSA", 5: "GSV", 7: "GST", 17: "ZDA"]
    if text == "PMTK414" {
      let periods = (0..<19).map { names[$0].map(sentences.contains) == true ? "1" : "0" }
      return Self.sentence("PMTK514," + periods.joined(separator: ","))
    }
    commands.append(text)
    let number = fields[0].dropFirst(4)
    if fault == .refusing { return Self.sentence("PMTK001,\(number),2") }
    switch number {
    case "220":
      setPeriod(Int(fields[1]) ?? 0)
      if fault == .forgetful, timesForgotten == 0 {
        timesForgotten += 1
        return []
      }
    case "251":
      setBaudRate(Int(fields[1]) ?? 0)
      return []
    case "314":
      guard fields.count == 20 else { return Self.sentence("PMTK001,314,0") }
      sentences = Set(names.filter { fields[1 + $0.key] != "0" }.values)
    default: return Self.sentence("PMTK001,\(number),1")
    }
    return Self.sentence("PMTK001,\(number),3")
  }
}

// MARK: - UBX

extension FakeReceiver {
  private static let names = [
    "GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "GRS", "GST", "ZDA", "GBS", "DTM",
  ]
  /// The key of each sentence's output on UART 1, from the interface description.
  private static let keys: [Int: String] = [
    0x2091_00BB: "GGA", 0x2091_00CA: "GLL", 0x2091_00C0: "GSA", 0x2091_00C5: "GSV",
    0x2091_00AC: "RMC", 0x2091_00B1: "VTG", 0x2091_00D4: "GST", 0x2091_00D9: "ZDA",
  ]

  /// The key of each frame's output on UART 1, from the interface description.
  private static let frameKeys: [Int: UInt16] = [
    0x2091_0007: 0x0107, 0x2091_0039: 0x0104, 0x2091_001B: 0x0103, 0x2091_0016: 0x0135,
  ]

  private mutating func setFrame(_ kind: UInt16, _ isOn: Bool) {
    if fault == .withoutSatellites, kind == 0x0135 { return }
    if isOn { frames.insert(kind) } else { frames.remove(kind) }
  }

  private mutating func obeyUBX(
    _ messageClass: UInt8, _ number: UInt8, _ payload: [UInt8]
  ) -> [UInt8] {
    let taken = Self.ubx(5, 1, [messageClass, number])
    let refused = Self.ubx(5, 0, [messageClass, number])
    let isQuestion = payload.count < 3 || number == 0x8B
    if !isQuestion {
      commands.append(
        "\(String(number, radix: 16)) \(payload.map { String($0, radix: 16) }.joined(separator: " "))"
      )
      if fault == .refusing { return refused }
    }
    switch (messageClass, number, payload.count) {
    case (0x0A, 0x04, 0): return version
    case _ where kind == .ublox10:
      guard let answer = obeyValues(number, payload) else { return refused }
      return answer + taken
    case (0x06, 0x08, 0): return Self.ubx(6, 8, bytes(period, 2) + [1, 0, 0, 0]) + taken
    case (0x06, 0x08, 6):
      setPeriod(Int(payload[0]) + 256 * Int(payload[1]))
      if fault == .forgetful, timesForgotten == 0 {
        timesForgotten += 1
        return []
      }
    case (0x06, 0x00, 0): return Self.ubx(6, 0, port) + taken
    case (0x06, 0x00, 20):
      isBinary = payload[14] & 2 == 0
      setBaudRate(payload[8..<12].reversed().reduce(0) { $0 * 256 + Int($1) })
    case (0x06, 0x01, 2):
      let rate: UInt8
      if payload[0] == 1 {
        guard Self.frameKeys.values.contains(0x0100 | UInt16(payload[1])) else { return refused }
        rate = frames.contains(0x0100 | UInt16(payload[1])) ? 1 : 0
      } else {
        guard payload[0] == 0xF0, Int(payload[1]) < Self.names.count else { return refused }
        rate = sentences.contains(Self.names[Int(payload[1])]) ? 1 : 0
      }
      return Self.ubx(6, 1, payload + [0, rate, 0, rate, 0, 0]) + taken
    case (0x06, 0x01, 3), (0x06, 0x01, 8):
      let isOn = payload[payload.count == 3 ? 2 : 3] > 0
      if payload[0] == 1 { setFrame(0x0100 | UInt16(payload[1]), isOn) }
      if payload[0] == 0xF0 { setSentence(Self.names[Int(payload[1])], isOn) }
    case (0x06, 0x09, 13):
      if fault == .withoutMemory { return refused }
      isStored = true
    default: return refused
    }
    return taken
  }

  /// Returns the answer before the acknowledgment; `nil` if the receiver refuses.
  private mutating func obeyValues(_ number: UInt8, _ payload: [UInt8]) -> [UInt8]? {
    switch number {
    case 0x8A where payload.count > 4: return set(payload) ? [] : nil
    case 0x8B where payload.count > 4:
      return get(payload).map { Self.ubx(6, 0x8B, [1, 0, 0, 0] + $0) }
    default: return nil
    }
  }

  private var version: [UInt8] {
    let texts = [
      ("ROM CORE 3.01", 30), ("00080000", 10),
      ("PROTVER=\(kind == .ublox10 ? "34.10" : "18.00")", 30),
    ]
    return Self.ubx(
      0x0A, 4,
      texts.flatMap { text, count in
        text.utf8 + [UInt8](repeating: 0, count: count - text.utf8.count)
      })
  }

  private var port: [UInt8] {
    [isUSB ? 3 : 1, 0, 0, 0, 0xD0, 8, 0, 0] + bytes(baudRate, 4)
      + [7, 0, isBinary ? 1 : 3, 0, 0, 0, 0, 0]
  }

  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  private func count(_ key: Int) -> Int { [1: 1, 2: 1, 3: 2, 4: 4][key >> 28] ?? 8 }

  private func get(_ payload: [UInt8]) -> [UInt8]? {
    var values: [UInt8] = []
    for start in stride(from: 4, to: payload.count, by: 4) {
      let key = payload[start..<(start + 4)].reversed().reduce(0) { $0 * 256 + Int($1) }
      let value: Int
      switch key {
      case 0x3021_0001: value = period
      case 0x4052_0001: value = baudRate
      case 0x1074_0002: value = isBinary ? 0 : 1
      case 0x1074_0001: value = 1
      case _ where Self.frameKeys[key] != nil:
        value = Self.frameKeys[key].map(frames.contains) == true ? 1 : 0
      default:
        guard let name = Self.keys[key] else { return nil }
        value = sentences.contains(name) ? 1 : 0
      }
      values += bytes(key, 4) + bytes(value, count(key))
    }
    return values
  }

  /// Sets values; refuses to store them in flash, which the fake does not have.
  private mutating func set(_ payload: [UInt8]) -> Bool {
    if payload[1] & 4 != 0 || fault == .withoutMemory && payload[1] != 1 { return false }
    var rest = payload.dropFirst(4)
    while rest.count > 4 {
      let key = rest.prefix(4).reversed().reduce(0) { $0 * 256 + Int($1) }
      let value = rest.dropFirst(4).prefix(count(key)).reversed().reduce(0) { $0 * 256 + Int($1) }
      rest = rest.dropFirst(4 + count(key))
      if payload[1] & 1 == 0 {
        isStored = true
        continue
      }
      switch key {
      case 0x3021_0001: setPeriod(value)
      case 0x4052_0001: setBaudRate(value)
      case 0x1074_0002: isBinary = value == 0
      case 0x1074_0001: break
      case _ where Self.frameKeys[key] != nil:
        if let kind = Self.frameKeys[key] { setFrame(kind, value > 0) }
      default:
        guard let name = Self.keys[key] else { return false }
        setSentence(name, value > 0)
      }
    }
    return true
  }
}
