// Core Location for Linux. SPDX-License-Identifier: MIT

package enum SimulatedSentence: String, CaseIterable, Sendable {
  case gga = "GGA"
  case rmc = "RMC"
  case gsa = "GSA"
  case gsv = "GSV"
  case vtg = "VTG"
  case gll = "GLL"
  case gns = "GNS"
  case gst = "GST"
  case gbs = "GBS"
  case zda = "ZDA"
}
