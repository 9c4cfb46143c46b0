// Core Location for Linux. SPDX-License-Identifier: MIT

/// Keeps tags until their keys are known, and then holds them against the data that they cover.
///
/// Source: OSNMA SIS ICD 1.1, sections 6.5 to 6.7; OSNMA Receiver Guidelines 1.3.
struct TagJudge: Sendable {
  /// A sub-frame, of which tags or keys may still have to be judged.
  private struct Record: Sendable {
    var subframe: GalileoTime
    var satellites: [Sent]
    /// What each satellite had sent before this sub-frame.
    var data: [Int: (ephemeris: NavigationData?, timing: NavigationData?)]
    /// The satellites whose word 5 changed in this sub-frame.
    var changed: Set<Int>
  }

  /// What a satellite sent.
  private struct Sent: Sendable {
    var header: NMAHeader
    var message: TagMessage
    var reception: Reception
    var isKeyJudged = false
    /// The tags that have been judged, or never will be; the first one in bit 0.
    var judged: UInt16 = 0
    var sequence: Bool?
  }

  private var records: [Record] = []
  private var words: [Int: HeardWords] = [:]
  private var keys: [GalileoTime: SubframeKey] = [:]
  private var keysHeard: Set<GalileoTime> = []
  private var messages: [MessageName: [(bits: BitString, proven: Int)]] = [:]

  private struct MessageName: Hashable {
    var satellite: Int
    var kind: DataKind
  }

  /// The most sub-frames that are kept: 20 minutes, in which a root key comes.
  private static let most = 40
  /// The newest messages of a satellite that are known to be authentic.
  private static let mostMessages = 16
  /// The bits of tags that make data authentic.
  private static let enough = 40

  /// Adds a sub-frame.
  mutating func add(_ satellites: [SatelliteSubframe], in subframe: GalileoTime) {
    var record = Record(subframe: subframe, satellites: [], data: [:], changed: [])
    for (satellite, words) in words { record.data[satellite] = (words.ephemeris, words.timing) }
    for sent in satellites {
      var words = words[sent.satellite] ?? HeardWords()
      let health = words.health
      if sent.words.contains(where: { $0.type == 5 && health != nil && $0.health != health }) {
        record.changed.insert(sent.satellite)
      }
      words.add(sent.words, in: subframe)
      self.words[sent.satellite] = words
      guard let header = sent.header else { continue }
      record.satellites.append(
        Sent(
          header: header,
          message: TagMessage(
            sender: sent.satellite, subframe: subframe, bytes: sent.mack, received: sent.received),
          reception: sent.reception,
          // Where "don't use" is not signed yet, its sender's key still counts for the tags before it.
          judged: header.isInService ? 0 : .max))
    }
    records.append(record)
    let oldest = subframe - Self.most * GalileoTime.subframe
    records.removeAll { $0.subframe <= oldest }
    keys = keys.filter { $0.key > oldest }
    keysHeard = keysHeard.filter { $0 > oldest }
  }

  /// Forgets what has not been judged yet.
  mutating func forget() {
    (records, keys, keysHeard) = ([], [:], [])
  }

  /// Forgets everything but which messages are authentic.
  mutating func startOver() {
    forget()
    words = [:]
  }

  /// Judges what can be judged.
  mutating func judge(
    _ authority: inout SignatureAuthority, _ cryptography: any NavigationCryptography,
    at time: GalileoTime, into effects: inout [NavigationVerdict]
  ) {
    for index in records.indices { judgeKeys(of: index, &authority, cryptography, into: &effects) }
    for index in records.indices {
      for satellite in records[index].satellites.indices {
        judgeTags(of: satellite, in: index, cryptography, at: time, into: &effects)
      }
    }
    records.removeAll { record in
      record.satellites.allSatisfy { $0.isKeyJudged && $0.judged == .max }
    }
  }

  private mutating func judgeKeys(
    of index: Int, _ authority: inout SignatureAuthority,
    _ cryptography: any NavigationCryptography, into effects: inout [NavigationVerdict]
  ) {
    let subframe = records[index].subframe
    var wrong: Set<[UInt8]> = []
    for place in records[index].satellites.indices
    where !records[index].satellites[place].isKeyJudged {
      let sent = records[index].satellites[place]
      let judgment = authority.judge(sent.header, in: subframe, cryptography) { parameters in
        // The same from all satellites is hashed once.
        sent.message.key(parameters).flatMap { wrong.contains($0) ? nil : $0 }
      }
      guard let judgment else { continue }
      records[index].satellites[place].isKeyJudged = true
      switch judgment {
      case .right(let found):
        keys.merge(found) { _, new in new }
        if keysHeard.insert(subframe).inserted { effects.append(.key(subframe: subframe)) }
      case .wrong(let key):
        wrong.insert(key)
        effects.append(.wrongKey(subframe: subframe, sender: sent.message.sender))
      case .unreadable: break
      }
    }
  }

  // MARK: Tags

  private mutating func judgeTags(
    of satellite: Int, in index: Int, _ cryptography: any NavigationCryptography,
    at time: GalileoTime, into effects: inout [NavigationVerdict]
  ) {
    let record = records[index]
    var sent = record.satellites[satellite]
    defer { records[index].satellites[satellite] = sent }
    guard sent.judged != .max, let parameters = parameters(of: sent) else { return }
    let slots = parameters.table.slots(in: record.subframe)
    var isWaiting = false
    for place in slots.indices where sent.judged >> UInt16(place) & 1 == 0 {
      guard let entry = sent.message.entry(place, parameters), let kind = entry.judgedKind,
        sent.reception.allows(delay: entry.slot == .flexible ? 30 : kind.delay)
      else { continue }
      guard let key = keys[record.subframe + kind.delay] else {
        isWaiting = true
        continue
      }
      sent.judged |= 1 << UInt16(place)
      // Another chain has taken over in between.
      guard key.parameters == parameters,
        isSequenceRight(of: &sent, entry, parameters, cryptography),
        let data = data(for: entry, kind, in: record),
        let isRight = isRight(entry, data, of: sent, key, cryptography)
      else { continue }
      if !isRight && kind.data == .ephemeris && record.changed.contains(entry.satellite) {
        continue
      }
      let tag = NavigationVerdict.Tag(
        subframe: record.subframe, sender: sent.message.sender, counter: entry.counter,
        satellite: entry.satellite, kind: kind)
      effects.append(.tag(tag, isRight: isRight))
      if isRight { count(data, tag, bits: parameters.tagBits, at: time, into: &effects) }
    }
    if !isWaiting { sent.judged = .max }
  }

  /// The form of a satellite's message: that of the chain of its own key, or else of the next one if the satellite names its chain.
  private func parameters(of sent: Sent) -> ChainParameters? {
    let subframe = sent.message.subframe
    if let key = keys[subframe] { return key.parameters }
    let next = keys[subframe + GalileoTime.subframe]?.parameters
    return next?.identifier == sent.header.chain ? next : nil
  }

  /// Whether the sequence code vouches for the information of a tag in a flexible place; others need none.
  private func isSequenceRight(
    of sent: inout Sent, _ entry: TagMessage.Entry, _ parameters: ChainParameters,
    _ cryptography: any NavigationCryptography
  ) -> Bool {
    guard entry.slot == .flexible else { return true }
    if let known = sent.sequence { return known }
    guard let key = keys[sent.message.subframe + GalileoTime.subframe],
      let sequence = sent.message.sequence(parameters),
      let code = key.parameters.code(sequence.message, key: key.bytes, count: 12, cryptography)
    else { return false }
    sent.sequence = isEqual(code, sequence.code)
    return isEqual(code, sequence.code)
  }

  /// The data that a tag must cover; `nil` if they were not received.
  private func data(
    for entry: TagMessage.Entry, _ kind: TagKind, in record: Record
  ) -> NavigationData? {
    let oldest = record.subframe - entry.cutOff * GalileoTime.subframe
    guard let known = record.data[entry.satellite],
      let data = kind.data == .ephemeris ? known.ephemeris : known.timing, data.heardSince >= oldest
    else { return nil }
    return data
  }

  private func isRight(
    _ entry: TagMessage.Entry, _ data: NavigationData, of sent: Sent, _ key: SubframeKey,
    _ cryptography: any NavigationCryptography
  ) -> Bool? {
    let message = entry.message(
      data.bits, sender: sent.message.sender, in: sent.message.subframe, sent.header)
    return key.parameters.code(
      message, key: key.bytes, count: key.parameters.tagBits, cryptography
    ).map { isEqual($0, entry.tag) }
  }

  /// Counts the bits of right tags that cover the same data.
  private mutating func count(
    _ data: NavigationData, _ tag: NavigationVerdict.Tag, bits: Int, at time: GalileoTime,
    into effects: inout [NavigationVerdict]
  ) {
    let name = MessageName(satellite: tag.satellite, kind: tag.kind.data)
    var known = messages[name] ?? []
    var entry = (bits: data.bits, proven: 0)
    if let place = known.firstIndex(where: { $0.bits == data.bits }) {
      entry = known.remove(at: place)
    }
    if entry.proven < Self.enough && entry.proven + bits >= Self.enough {
      effects.append(
        .message(
          NavigationVerdict.Message(
            satellite: tag.satellite, kind: name.kind, issueOfData: data.issueOfData,
            authenticatedAt: time)))
    }
    entry.proven = min(entry.proven + bits, Self.enough)
    messages[name] = (known + [entry]).suffix(Self.mostMessages)
  }
}
