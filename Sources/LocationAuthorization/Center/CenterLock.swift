// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The state that ``AuthorizationCenter`` shares with its thread, what that thread has to do, and what wakes it.
struct CenterLock: Sendable {
  private let content: Mutex<(state: CenterState, effects: CenterState.Effects)>
  let wakeUp: WakeUp
  private let processState: @Sendable () -> Foreground.ProcessState

  init(
    _ state: CenterState, _ effects: CenterState.Effects, _ wakeUp: WakeUp,
    _ processState: @escaping @Sendable () -> Foreground.ProcessState
  ) {
    content = Mutex((state, effects))
    (self.wakeUp, self.processState) = (wakeUp, processState)
  }

  /// Changes the state after checking whether the application is in use, and wakes the thread if there is work for it.
  @discardableResult
  func change<Result: Sendable>(
    _ body: (inout CenterState, inout CenterState.Effects) -> Result
  ) -> Result {
    let processState = processState()
    let (result, hasWork) = content.withLock { content in
      content.state.moved(to: processState, into: &content.effects)
      let result = body(&content.state, &content.effects)
      return (result, !content.effects.isEmpty)
    }
    if hasWork { wakeUp.signal() }
    return result
  }

  /// Takes what the thread needs of the state.
  func withState<Result: Sendable>(_ body: (inout CenterState) -> Result) -> Result {
    content.withLock { body(&$0.state) }
  }

  /// Takes what the thread has to do, what it has to publish, and whether it has to watch the foreground.
  func takeEffects() -> (CenterState.Effects, use: PresenceEntry?, watchesForeground: Bool) {
    content.withLock {
      let effects = exchange(&$0.effects, with: CenterState.Effects())
      return (effects, $0.state.publishedUse, $0.state.watchesForeground)
    }
  }
}
