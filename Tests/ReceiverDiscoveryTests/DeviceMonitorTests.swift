// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import ReceiverDiscovery

extension TestbedTests {
  /// Most tests run twice: with udev, and with only the nodes in `/dev`.
  @Suite struct DeviceMonitorTests {
    private let bed = Testbed()

    /// Describes events as `+ttyUSB0`, `*ttyUSB0`, `-ttyUSB0`.
    private func brief(_ events: [DeviceEvent]) -> [String] {
      events.map { event in
        switch event {
        case .added(let device): "+" + device.name
        case .changed(let device): "*" + device.name
        case .removed(let device): "-" + device.name
        }
      }
    }

    @Test(arguments: [true, false]) func tellsWhatIsThereFirst(withUdev: Bool) {
      bed.plugIn(.arduino("ttyACM1"), .ublox())
      var monitor = DeviceMonitor(withUdev: withUdev)
      #expect(monitor.hasUdev == withUdev)
      #expect(brief(news(&monitor)) == ["+ttyACM0", "+ttyACM1"])
    }

    /// umockdev reports each device twice.
    @Test(arguments: [true, false]) func tellsOfAPlugOnce(withUdev: Bool) throws {
      var monitor = DeviceMonitor(withUdev: withUdev)
      #expect(news(&monitor).isEmpty)
      let ublox = MockDevice.ublox()
      bed.plugIn(ublox)
      bed.announce("add", ublox)
      let events = try news(&monitor, atLeast: 1)
      #expect(brief(events) == ["+ttyACM0"])
      #expect(events.first?.device.identity.rawValue == "usb:1546:01a8:D30A2C41")
      #expect(events.first?.device.links.isEmpty == false)
    }

    @Test(arguments: [true, false]) func tellsWhoHasGone(withUdev: Bool) throws {
      let ublox = MockDevice.ublox()
      bed.plugIn(ublox)
      var monitor = DeviceMonitor(withUdev: withUdev)
      let added = news(&monitor)
      bed.pullOut(ublox)
      let removed = try news(&monitor, atLeast: 1)
      #expect(brief(removed) == ["-ttyACM0"])
      #expect(removed.first?.device == added.first?.device)
    }

    @Test(arguments: [true, false]) func knowsWhoComesBackByAnotherName(withUdev: Bool) throws {
      let before = MockDevice.ftdi("ttyUSB0")
      let after = MockDevice.ftdi("ttyUSB1", socket: "7")
      bed.plugIn(before)
      var monitor = DeviceMonitor(withUdev: withUdev)
      var events = news(&monitor)
      bed.pullOut(before)
      bed.plugIn(after)
      events += try news(&monitor, atLeast: 2)
      #expect(brief(events) == ["+ttyUSB0", "-ttyUSB0", "+ttyUSB1"])
      #expect(Set(events.map(\.device.identity)).count == 1)
    }

    /// Two devices that only their sockets distinguish.
    @Test(arguments: [true, false]) func knowsTwoThatSwapNames(withUdev: Bool) throws {
      bed.plugIn(.prolific("ttyUSB0", socket: "1"), .prolific("ttyUSB1", socket: "2"))
      var monitor = DeviceMonitor(withUdev: withUdev)
      let before = news(&monitor).map(\.device)
      bed.pullOut(.prolific("ttyUSB0", socket: "1"), .prolific("ttyUSB1", socket: "2"))
      bed.plugIn(.prolific("ttyUSB0", socket: "2"), .prolific("ttyUSB1", socket: "1"))
      let events = try news(&monitor, atLeast: 4)
      #expect(brief(events) == ["-ttyUSB0", "-ttyUSB1", "+ttyUSB0", "+ttyUSB1"])
      let after = events.suffix(2).map(\.device)
      #expect(before.map(\.node) == after.map(\.node))
      #expect(before.map(\.identity) == after.reversed().map(\.identity))
      #expect(before.first?.identity != before.last?.identity)
    }

    @Test(arguments: [true, false]) func tellsOfTwoAtOnce(withUdev: Bool) throws {
      var monitor = DeviceMonitor(withUdev: withUdev)
      bed.plugIn(.ublox(), .prolific("ttyUSB0", socket: "2"))
      #expect(try brief(news(&monitor, atLeast: 2)) == ["+ttyACM0", "+ttyUSB0"])
      bed.pullOut(.ublox(), .prolific("ttyUSB0", socket: "2"))
      #expect(try brief(news(&monitor, atLeast: 2)) == ["-ttyACM0", "-ttyUSB0"])
    }

    @Test(arguments: [true, false]) func keepsThePortsOfAModemApart(withUdev: Bool) throws {
      var monitor = DeviceMonitor(withUdev: withUdev)
      for interface in 0..<3 {
        bed.plugIn(.quectel("ttyUSB\(interface)", interface: UInt8(interface)))
      }
      let devices = try news(&monitor, atLeast: 3).map(\.device)
      #expect(devices.map(\.interfaceNumber) == [0, 1, 2])
      #expect(Set(devices.map(\.identity)).count == 3)
      #expect(
        devices.map { ReceiverCatalog.assess($0).likelihood }
          == [.notAReceiver, .likely, .notAReceiver])
    }

    /// A device that appears between listening and enumerating is found by both.
    @Test func missesNothingWhileItStarts() throws {
      let ublox = MockDevice.ublox()
      var monitor = DeviceMonitor()
      bed.plugIn(ublox)
      #expect(try brief(news(&monitor, atLeast: 1)) == ["+ttyACM0"])
      #expect(news(&monitor).isEmpty)
    }

    @Test func tellsWhatItLearnsLater() throws {
      var early = MockDevice.ublox()
      early.links = []
      bed.plugIn(early)
      var monitor = DeviceMonitor()
      #expect(news(&monitor).first?.device.links == [])
      bed.setProperty("DEVLINKS", "/dev/gps0", of: early)
      bed.announce("change", early)
      let events = try news(&monitor, atLeast: 1)
      #expect(brief(events) == ["*ttyACM0"])
      #expect(events.first?.device.links == ["/dev/gps0"])
      bed.announce("change", early)
      bed.announce("bind", early)
      #expect(news(&monitor).isEmpty)
    }

    /// Without udev, another program changes permissions after the node is created.
    @Test func tellsThatRightsHaveChanged() throws {
      bed.plugIn(.ublox())
      var monitor = DeviceMonitor(withUdev: false)
      _ = news(&monitor)
      let node = bed.root + "/dev/ttyACM0"
      #expect(lchown(node, getuid(), getgid()) == 0)
      #expect(try brief(news(&monitor, atLeast: 1)) == ["*ttyACM0"])
    }

    /// The removal of the first device was not announced.
    @Test func tellsThatANodeHasAnotherOwner() throws {
      bed.plugIn(.prolific("ttyUSB0", socket: "1"))
      var monitor = DeviceMonitor()
      _ = news(&monitor)
      bed.pullOut(.prolific("ttyUSB0", socket: "1"), announcing: false)
      bed.plugIn(.ftdi("ttyUSB0", socket: "2"))
      let events = try news(&monitor, atLeast: 2)
      #expect(brief(events) == ["-ttyUSB0", "+ttyUSB0"])
      #expect(events.map(\.device.driver) == ["pl2303", "ftdi_sio"])
    }

    /// Another device with the same socket and the same node.
    @Test func tellsThatAnotherDeviceCameInItsPlace() throws {
      bed.plugIn(.ftdi("ttyUSB0"))
      var monitor = DeviceMonitor()
      _ = news(&monitor)
      var other = MockDevice.ftdi("ttyUSB0")
      other.serial = "FT000042"
      bed.pullOut(.ftdi("ttyUSB0"))
      bed.plugIn(other)
      let events = try news(&monitor, atLeast: 2)
      #expect(brief(events) == ["-ttyUSB0", "+ttyUSB0"])
      #expect(events.last?.device.serialNumber == "FT000042")
    }

    @Test(arguments: [true, false]) func leavesNoDescriptorBehind(withUdev: Bool) throws {
      let before = openDescriptors()
      let ublox = MockDevice.ublox()
      do {
        var monitor = DeviceMonitor(withUdev: withUdev)
        for _ in 0..<200 {
          bed.plugIn(ublox)
          #expect(try brief(news(&monitor, atLeast: 1)) == ["+ttyACM0"])
          bed.pullOut(ublox)
          #expect(try brief(news(&monitor, atLeast: 1)) == ["-ttyACM0"])
        }
        for _ in 0..<200 { _ = DeviceMonitor(withUdev: withUdev) }
      }
      for _ in 0..<200 { _ = DeviceEnumerator.devices() }
      // Other tests run at the same time and may hold many, but only for a while; what is forgotten here stays.
      #expect(eventually { openDescriptors().subtracting(before).count < 50 })
    }
  }
}
