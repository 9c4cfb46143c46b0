// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import Testing

@Suite struct CommandExchangeTests {
  private static let start = Duration.seconds(100)

  private func exchange(_ command: ReceiverCommand) -> CommandExchange {
    var exchange = CommandExchange(command, lineRate: .b9600, period: 1)
    #expect(exchange.start(at: Self.start) == [.write(command)])
    return exchange
  }

  @Test func writesTwiceAndGivesUp() {
    let command = UBloxCommands.setRate(milliseconds: 200)
    var exchange = exchange(command)
    #expect(exchange.wait(until: Self.start) == [])
    #expect(exchange.wait(until: exchange.deadline) == [.write(command)])
    #expect(exchange.wait(until: exchange.deadline) == [])
    #expect(exchange.result == .unanswered)
  }

  @Test func waitsForTheAcknowledgementBehindAnAnswer() {
    var exchange = exchange(UBloxCommands.askRate)
    let answer = ReceiverAnswer.ubx(UBXFrame(.rate, [1, 2, 3, 4, 5, 6]))
    #expect(exchange.received(answer, at: Self.start) == [])
    #expect(exchange.result == nil)
    #expect(exchange.received(.ubx(UBXFrame(.acknowledged, [6, 8])), at: Self.start) == [])
    #expect(exchange.result == .taken(answer))
  }

  @Test func doesWithoutTheAcknowledgementBehindAnAnswer() {
    var exchange = exchange(UBloxCommands.askRate)
    let answer = ReceiverAnswer.ubx(UBXFrame(.rate, [1, 2, 3, 4, 5, 6]))
    _ = exchange.received(answer, at: Self.start)
    #expect(exchange.wait(until: Self.start + .milliseconds(300)) == [])
    #expect(exchange.result == .taken(answer))
  }

  @Test func followsToTheNewRate() {
    var exchange = exchange(PMTKCommands.setBaudRate(.b38400))
    // A frame that arrives before the receiver has switched proves nothing.
    #expect(exchange.received(.frame, at: Self.start) == [] && exchange.result == nil)
    #expect(exchange.rateToFollow == .b38400)
    #expect(exchange.wait(until: exchange.deadline) == [.setRate(.b38400)])
    #expect(exchange.rateToFollow == nil)
    #expect(exchange.received(.frame, at: exchange.deadline) == [] && exchange.result == nil)
    #expect(exchange.wait(until: exchange.deadline) == [])
    #expect(exchange.received(.frame, at: exchange.deadline) == [])
    #expect(exchange.result == .taken(nil))
  }

  @Test func looksForTheReceiverAtTheOldRate() {
    let command = PMTKCommands.setBaudRate(.b38400)
    var exchange = exchange(command)
    for _ in 0..<2 { _ = exchange.wait(until: exchange.deadline) }
    #expect(exchange.wait(until: exchange.deadline) == [.setRate(.b9600)])
    // The receiver answers, so the command is sent once more.
    #expect(exchange.received(.frame, at: exchange.deadline) == [.write(command)])
    for _ in 0..<2 { _ = exchange.wait(until: exchange.deadline) }
    #expect(exchange.wait(until: exchange.deadline) == [.setRate(.b9600)])
    #expect(exchange.wait(until: exchange.deadline) == [])
    #expect(exchange.result == .lost(old: .b9600, new: .b38400))
  }

  @Test func givesTimeToWhatIsNotAcknowledged() throws {
    var exchange = exchange(try #require(SiRFCommands.send(.gll, false)))
    #expect(exchange.result == nil)
    _ = exchange.wait(until: exchange.deadline)
    #expect(exchange.result == .taken(nil))
  }
}
