// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
package import GNSS

package struct DateOptions: ParsableArguments {
  @Option(
    "yyyy-mm-dd",
    "A day before the recording was made: earlier dates are moved forward by 1024 weeks.")
  package var referenceDate: CivilDate?

  package init() {}
}

extension CivilDate: FormedArgument {
  package static let form = "a day, such as 2025-06-15"

  package init?(text argument: String) { self.init(description: argument) }
}
