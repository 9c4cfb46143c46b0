// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import Testing

@Suite struct AcknowledgementTests {
  @Test(
    arguments: [
      ("its own", .ubx(.rate), .ubx(UBXFrame(.acknowledged, [6, 8])), .taken(nil)),
      ("another's", .ubx(.rate), .ubx(UBXFrame(.acknowledged, [6, 1])), nil),
      ("a refusal", .ubx(.rate), .ubx(UBXFrame(.refused, [6, 8])), .refused),
      ("a cut one", .ubx(.rate), .ubx(UBXFrame(.acknowledged, [6])), nil),
      ("another answer", .ubxReply(.port), .ubx(UBXFrame(.rate, [1])), nil),
      ("no answer", .ubxReply(.port), .ubx(UBXFrame(.refused, [6, 0])), .refused),
      (
        "an answer about another sentence", .ubxReply(.messageRate, startingWith: [0xF0, 7]),
        .ubx(UBXFrame(.messageRate, [0xF0, 3, 0])), nil
      ),
      ("success", .pmtk(220), .sentence("$PMTK001,220,3*30"), .taken(nil)),
      ("failure", .pmtk(220), .sentence("$PMTK001,220,2*31"), .refused),
      ("invalid", .pmtk(220), .sentence("$PMTK001,220,0*33"), .refused),
      ("another command", .pmtk(220), .sentence("$PMTK001,314,3*36"), nil),
      ("a sentence", .pmtk(220), .sentence("$GPGGA,1*00"), nil),
      ("nothing is expected", .none, .sentence("$PMTK001,220,3*30"), nil),
    ]
      as [(
        String, ReceiverCommand.Acknowledgement, ReceiverAnswer, CommandExchange.Result?
      )])
  func judges(
    name: String, expected: ReceiverCommand.Acknowledgement, answer: ReceiverAnswer,
    verdict: CommandExchange.Result?
  ) {
    #expect(expected.verdict(on: answer) == verdict, "\(name)")
  }

  @Test func handsOverTheAnswer() {
    let frame = UBXFrame(.port, [1, 2])
    #expect(
      ReceiverCommand.Acknowledgement.ubxReply(.port).verdict(on: .ubx(frame))
        == .taken(.ubx(frame)))
    let text = ReceiverAnswer.sentence("$PMTK514,1*00")
    #expect(ReceiverCommand.Acknowledgement.sentence("PMTK514").verdict(on: text) == .taken(text))
  }
}
