// SPDX-License-Identifier: Apache-2.0

import WindowboxBrowser

// What the page sees of the module that reads closed captions: appended pictures in by address and length, cues for the session out.
// `Web/Source/captions.js` calls these, `Web/MODULE.md` describes them.

private struct Reader {
    var reader = CaptionReader()
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

private func reader(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Reader> {
    pointer.assumingMemoryBound(to: Reader.self)
}

@_expose(wasm, "allocate") @_cdecl("windowbox_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer { .allocate(byteCount: Int(max(count, 1)), alignment: 8) }

@_expose(wasm, "release") @_cdecl("windowbox_release")
public func release(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// A reader for one source buffer.
@_expose(wasm, "begin") @_cdecl("windowbox_begin")
public func begin() -> UnsafeMutableRawPointer {
    let place = UnsafeMutablePointer<Reader>.allocate(capacity: 1)
    place.initialize(to: Reader())
    return UnsafeMutableRawPointer(place)
}

/// Takes what was appended, with its offset in seconds; returns the number of bytes of the answer.
@_expose(wasm, "read") @_cdecl("windowbox_read")
public func read(_ pointer: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, _ count: Int32, _ offset: Double) -> Int32 {
    let part = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    let answer = reader(pointer).pointee.reader.read(part, offset: offset)
    return reader(pointer).pointee.keep(answer.wire)
}

/// Forgets a fragment that was appended in part.
@_expose(wasm, "reset") @_cdecl("windowbox_reset")
public func reset(_ pointer: UnsafeMutableRawPointer) { reader(pointer).pointee.reader.reset() }

/// Where the bytes of the last answer are, until the next call.
@_expose(wasm, "result") @_cdecl("windowbox_result")
public func result(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { reader(pointer).pointee.result?.baseAddress }
