// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The state that ``AuthorizationCenter`` shares with its thread, and what wakes that thread.
struct CenterLock: Sendable {
  private let state: Mutex<CenterState>
  let wakeUp: WakeUp
  private let processState: @Sendable () -> Foreground.ProcessState

  init(
    _ state: Mutex<CenterState>, _ wakeUp: WakeUp,
    _ processState: @escaping @Sendable () -> Foreground.ProcessState
  ) {
    (self.state, self.wakeUp, self.processState) = (state, wakeUp, processState)
  }

  /// Changes the state after checking whether the application is in use, and wakes the thread if there is work for it.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout CenterState) -> Result) -> Result {
    let processState = processState()
    let (result, hasWork) = state.withLock { state in
      state.moved(to: processState)
      let result = body(&state)
      return (result, state.hasWork)
    }
    if hasWork { wakeUp.signal() }
    return result
  }

  /// Takes what the thread needs of the state.
  func withState<Result: Sendable>(_ body: (inout CenterState) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}
