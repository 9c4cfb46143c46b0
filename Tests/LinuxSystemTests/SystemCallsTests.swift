// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

import struct Synchronization.Atomic

/// How many signals the test's handler, which can capture nothing, has been called for.
private let handledSignals = Atomic(0)

/// Waiting in the kernel while signals arrive.
@Suite struct SystemCallsTests {
  @Test func aDescriptorIsMovedAboveThoseOfStandardInputAndOutput() throws {
    let first = open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(first >= 3)
    #expect(movedAboveStandard(first) == first, "it is above them already")
    #expect(movedAboveStandard(-1) == -1, "there is none")
    // As if all descriptors up to it belonged to standard input and output.
    let moved = movedAboveStandard(first, least: first + 1)
    defer { close(moved) }
    #expect(moved > first && fcntl(moved, F_GETFD) & FD_CLOEXEC != 0)
  }

  /// As while another thread starts a program: until that runs, the child has every file of this process open.
  @Test func aLockIsReleasedAlthoughTheFileIsStillOpen() throws {
    let folder = try ScratchFolder()
    let path = try folder.file("lock", [])
    let first = open(path, O_RDWR | O_CLOEXEC)
    try #require(flock(first, LOCK_EX | LOCK_NB) == 0)
    let inherited = fcntl(first, F_DUPFD_CLOEXEC, 3)
    defer { close(inherited) }
    let second = open(path, O_RDWR | O_CLOEXEC)
    defer { close(second) }
    try #require(flock(second, LOCK_EX | LOCK_NB) != 0, "it is locked")
    unlockAndClose(first)
    #expect(flock(second, LOCK_EX | LOCK_NB) == 0)
  }

  @Test func aStormOfSignalsEndsNoWait() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      handledSignals.add(1, ordering: .relaxed)
    }
    try #require(sigaction(SIGUSR2, &action, nil) == 0)
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let waiter = Mutex<pthread_t?>(nil)
    let outcome = Mutex<(isReady: Bool, byte: UInt8)?>(nil)
    Thread.detachNewThread { [end = ends[0]] in
      // It inherits the mask of a thread that runs tasks, which blocks all signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR2)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      waiter.withLock { $0 = pthread_self() }
      var ready = [pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
      let isReady = wait(for: &ready, until: monotonicNow() + .seconds(600))
      var byte: UInt8 = 0
      _ = retryingOnInterrupt { read(end, &byte, 1) }
      outcome.withLock { $0 = (isReady, byte) }
    }
    try #require(eventually { waiter.withLock { $0 } != nil })
    let thread = try #require(waiter.withLock { $0 })
    for count in 1...200 {
      try #require(outcome.withLock { $0 } == nil, "the wait ended before its time")
      pthread_kill(thread, SIGUSR2)
      // Two signals that wait at the same time would interrupt it once.
      let isHandled = eventually(every: .microseconds(50)) {
        handledSignals.load(ordering: .relaxed) >= count
      }
      try #require(isHandled)
    }
    var byte: UInt8 = 7
    try #require(write(ends[1], &byte, 1) == 1)
    try #require(eventually { outcome.withLock { $0 } != nil })
    #expect(outcome.withLock { $0?.isReady } == true)
    #expect(outcome.withLock { $0?.byte } == 7)
  }
}
