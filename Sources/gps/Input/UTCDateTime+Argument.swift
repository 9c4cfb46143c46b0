// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import ReceiverSimulator

extension UTCDateTime: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
