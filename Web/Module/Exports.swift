// SPDX-License-Identifier: Apache-2.0

import WindowboxBrowser
import WindowboxMedia

// What the page sees: events in by address and length, actions out. `Web/Source/core.js` calls these, `Web/MODULE.md` describes them.

private struct Player {
    var session: BrowserSession
    /// The bytes that the last call returned.
    var result: UnsafeMutableRawBufferPointer?

    mutating func keep(_ bytes: [UInt8]) -> Int32 {
        result?.deallocate()
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
        bytes.withUnsafeBytes { copy.copyMemory(from: $0) }
        result = copy
        return Int32(bytes.count)
    }
}

private func bytes(_ pointer: UnsafeRawPointer, _ count: Int32) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: pointer, count: Int(count)))
}

private func player(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Player> {
    pointer.assumingMemoryBound(to: Player.self)
}

@_expose(wasm, "allocate") @_cdecl("windowbox_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer { .allocate(byteCount: Int(max(count, 1)), alignment: 8) }

@_expose(wasm, "release") @_cdecl("windowbox_release")
public func release(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// A session with these options; 0 when they can't be read.
@_expose(wasm, "open") @_cdecl("windowbox_open")
public func open(_ pointer: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
    guard let options = BrowserOptions(wire: bytes(pointer, count)) else { return nil }
    let place = UnsafeMutablePointer<Player>.allocate(capacity: 1)
    place.initialize(to: Player(session: BrowserSession(options), result: nil))
    return UnsafeMutableRawPointer(place)
}

/// Handles an event; returns the number of bytes that its actions have, or -1 when it can't be read.
/// - Parameter now: seconds of a clock that never goes back.
@_expose(wasm, "send") @_cdecl("windowbox_send")
public func send(_ pointer: UnsafeMutableRawPointer, _ event: UnsafeRawPointer, _ count: Int32, _ now: Double) -> Int32 {
    guard let event = BrowserEvent(wire: bytes(event, count)) else { return -1 }
    let actions = player(pointer).pointee.session.handle(event, at: Instant(seconds: now))
    return player(pointer).pointee.keep(BrowserAction.wire(actions))
}

/// The number of bytes of the recording so far; 0 without one.
@_expose(wasm, "recording") @_cdecl("windowbox_recording")
public func recording(_ pointer: UnsafeMutableRawPointer) -> Int32 {
    let recorded = player(pointer).pointee.session.takeRecording() ?? []
    return player(pointer).pointee.keep(recorded)
}

/// Where the bytes are that the last call returned the number of, until the next call.
@_expose(wasm, "result") @_cdecl("windowbox_result")
public func result(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { player(pointer).pointee.result?.baseAddress }
