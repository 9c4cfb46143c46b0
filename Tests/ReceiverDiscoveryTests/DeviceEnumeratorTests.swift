// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverDiscovery

extension TestbedTests {
  @Suite struct DeviceEnumeratorTests {
    private let bed = Testbed()

    private func device(
      _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> SerialDevice {
      try #require(
        DeviceEnumerator.devices().devices.first { $0.node == "/dev/" + name },
        sourceLocation: sourceLocation)
    }

    @Test func findsNothingOnAnEmptyMachine() {
      #expect(DeviceEnumerator.devices().devices.isEmpty)
    }

    @Test func tellsAllAboutADevice() throws {
      let ublox = MockDevice.ublox()
      bed.plugIn(ublox)
      #expect(
        try device("ttyACM0")
          == SerialDevice(
            node: "/dev/ttyACM0", sysPath: ublox.sysPath, vendorID: 0x1546, productID: 0x01A8,
            manufacturer: "u-blox AG - www.u-blox.com", model: "u-blox GNSS receiver",
            serialNumber: "D30A2C41", driver: "cdc_acm", interfaceNumber: 0,
            physicalPath: "pci-0000:00:14.0-usb-0:1:1.0",
            links: ["/dev/gps0", "/dev/serial/by-id/usb-u-blox_GNSS_receiver_D30A2C41-if00"]))
    }

    @Test func tellsTheDriverOfAConverter() throws {
      bed.plugIn(.prolific("ttyUSB0", socket: "2"))
      let device = try device("ttyUSB0")
      #expect(device.driver == "pl2303")
      #expect(device.portNumber == 0)
    }

    @Test func putsTheLikeliestFirst() {
      bed.plugIn(.arduino("ttyACM1"), .ftdi("ttyUSB10"), .ftdi("ttyUSB2", socket: "6"))
      bed.plugIn(.prolific("ttyUSB3", socket: "2"), .ublox("ttyACM9"))
      #expect(
        DeviceEnumerator.devices().devices.map(\.name)
          == ["ttyACM9", "ttyUSB3", "ttyUSB2", "ttyUSB10", "ttyACM1"])
    }

    /// A device before udev's rules have run, or on a machine without udev.
    @Test func findsTheWayToASocketWithoutUdev() throws {
      var ublox = MockDevice.ublox(socket: "4.2")
      bed.plugIn(ublox)
      let told = try device("ttyACM0")
      bed.pullOut(ublox)
      ublox.hasPath = false
      bed.plugIn(ublox)
      #expect(try device("ttyACM0").physicalPath == told.physicalPath)
      #expect(told.physicalPath == "pci-0000:00:14.0-usb-0:4.2:1.0")
    }

    /// The path on a Raspberry Pi 4, whose USB controller is behind PCI Express on the chip.
    @Test func findsTheWayThroughPlatformDevices() throws {
      let hub = "/devices/platform/scb/fd500000.pcie/pci0000:00/0000:00:00.0/0000:01:00.0/usb1/1-1"
      bed.add(
        """
        P: /devices/platform/scb/fd500000.pcie
        E: SUBSYSTEM=platform

        P: /devices/platform/scb/fd500000.pcie/pci0000:00/0000:00:00.0
        E: SUBSYSTEM=pci

        P: /devices/platform/scb/fd500000.pcie/pci0000:00/0000:00:00.0/0000:01:00.0
        E: SUBSYSTEM=pci

        P: \(hub)
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_device
        A: idVendor=1546
        A: idProduct=01a7

        P: \(hub)/1-1:1.0
        E: SUBSYSTEM=usb
        E: DEVTYPE=usb_interface
        A: bInterfaceNumber=00

        P: \(hub)/1-1:1.0/tty/ttyACM0
        N: ttyACM0
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/ttyACM0


        """)
      let path = "platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1:1.0"
      #expect(try device("ttyACM0").physicalPath == path)
      #expect(try device("ttyACM0").identity.rawValue == "usb:1546:01a7@" + path)
    }

    @Test func passesOverVirtualConsolesAndMissingNodes() {
      bed.add(
        """
        P: /devices/virtual/tty/tty1
        N: tty1
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/tty1

        P: /devices/virtual/tty/ptmx
        N: ptmx
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/ptmx

        P: /devices/platform/serial8250/tty/ttyS9
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/ttyS9

        P: /devices/virtual/tty/rfcomm0
        N: rfcomm0
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/rfcomm0


        """)
      #expect(DeviceEnumerator.devices().devices.map(\.name) == ["rfcomm0"])
    }

    @Test func findsReceiversOfTheGNSSSubsystem() throws {
      bed.add(
        """
        P: /devices/platform/soc/serial0/serial0-0/gnss/gnss0
        N: gnss0
        E: SUBSYSTEM=gnss
        E: DEVNAME=/dev/gnss0


        """)
      let device = try device("gnss0")
      #expect(device.identity.rawValue == "gnss:/dev/gnss0")
      #expect(ReceiverCatalog.assess(device).likelihood == .certain)
    }

    @Test(
      arguments: [
        ("a chip", "A: type=4", false, false),
        ("a spare node", "A: type=0", true, false),
        ("an old kernel, a port", "A: port=0x3F8", false, false),
        ("an old kernel, no port", "A: port=0x0", true, false),
        ("a kernel that tells nothing", "A: line=0", true, false),
        ("the console", "A: type=4\nA: console=Y", false, true),
        ("not the console", "A: type=4\nA: console=N", false, false),
      ] as [(name: String, attributes: String, isEmptySlot: Bool, isConsole: Bool)])
    func knowsEmptySlotsAndConsoles(
      name: String, attributes: String, isEmptySlot: Bool, isConsole: Bool
    ) throws {
      addPort("ttyS0", attributes)
      let device = try device("ttyS0")
      #expect(device.driver == "serial8250")
      #expect(device.isEmptySlot == isEmptySlot)
      #expect(device.isConsole == isConsole)
    }

    @Test func knowsTheConsoleOfAnOldKernel() throws {
      bed.add(
        """
        P: /devices/virtual/tty/console
        N: console
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/console
        A: active=tty0 ttyS0


        """)
      addPort("ttyS0", "A: type=4")
      #expect(try device("ttyS0").isConsole)
    }

    /// Adds a port as Linux 6.5 and later do, with devices of the serial core between the port and its chip.
    private func addPort(_ name: String, _ attributes: String) {
      bed.add(
        """
        P: /devices/platform/serial8250
        E: SUBSYSTEM=platform
        L: driver=../../bus/platform/drivers/serial8250

        P: /devices/platform/serial8250/serial8250:0/serial8250:0.0
        E: SUBSYSTEM=serial-base
        L: driver=../../bus/serial-base/drivers/port

        P: /devices/platform/serial8250/serial8250:0/serial8250:0.0/tty/\(name)
        N: \(name)
        E: SUBSYSTEM=tty
        E: DEVNAME=/dev/\(name)
        \(attributes)


        """)
    }

    /// Texts are kept unchanged; a program that prints them must escape them.
    @Test func keepsTextsAsTheDeviceTellsThem() throws {
      var device = MockDevice.ftdi("ttyUSB0")
      device.model = #"\033[31mGPS\007"#
      device.manufacturer = "../../etc/passwd"
      device.serial = #"a/b c\177"#
      bed.plugIn(device)
      let found = try self.device("ttyUSB0")
      #expect(found.model == "\u{1B}[31mGPS\u{07}")
      #expect(found.manufacturer == "../../etc/passwd")
      #expect(found.serialNumber == "a/b c\u{7F}")
      #expect(found.identity.rawValue == "usb:0403:6001:a%2fb%20c%7f")
    }

    @Test func readsTheMarkOfModemManagersRules() throws {
      let port = MockDevice.quectel("ttyUSB0", interface: 3)
      bed.plugIn(port)
      bed.setProperty("ID_MM_PORT_TYPE_GPS", "1", of: port)
      #expect(try device("ttyUSB0").isMarkedAsGPS)
    }

    @Test func saysThatATestbedHasUdev() {
      #expect(DeviceEnumerator.devices().hasUdev)
    }
  }
}
