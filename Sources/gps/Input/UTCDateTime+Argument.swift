// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import ReceiverSimulator

extension UTCDateTime: @retroactive ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
