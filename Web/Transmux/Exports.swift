// SPDX-License-Identifier: Apache-2.0

import WindowboxBrowser
import WindowboxTransmux

// What the page sees of the module that converts segments: bytes in by address and length, answers for the session out.
// `Web/Source/transmuxer.js` calls these, `Web/MODULE.md` describes them.

private struct Converter {
    var converter = SegmentConverter()
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

private func converter(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Converter> {
    pointer.assumingMemoryBound(to: Converter.self)
}

@_expose(wasm, "allocate") @_cdecl("windowbox_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer { .allocate(byteCount: Int(max(count, 1)), alignment: 8) }

@_expose(wasm, "release") @_cdecl("windowbox_release")
public func release(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// A converter for one segment.
@_expose(wasm, "begin") @_cdecl("windowbox_begin")
public func begin() -> UnsafeMutableRawPointer {
    let place = UnsafeMutablePointer<Converter>.allocate(capacity: 1)
    place.initialize(to: Converter())
    return UnsafeMutableRawPointer(place)
}

/// Gives a converter that has taken nothing yet the key of the samples.
/// - Parameter bytes: 16 bytes of a key, and 16 of an initialization vector.
@_expose(wasm, "unlock") @_cdecl("windowbox_unlock")
public func unlock(_ pointer: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer) {
    let key = [UInt8](UnsafeRawBufferPointer(start: bytes, count: 16))
    let vector = [UInt8](UnsafeRawBufferPointer(start: bytes + 16, count: 16))
    converter(pointer).pointee.converter = SegmentConverter(key: SampleKey(key: key, vector: vector))
}

/// Takes the next bytes of the segment; returns the number of bytes of the answer.
@_expose(wasm, "convert") @_cdecl("windowbox_convert")
public func convert(_ pointer: UnsafeMutableRawPointer, _ bytes: UnsafeRawPointer, _ count: Int32, _ isEnd: Int32) -> Int32 {
    let part = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    let answer = ConversionResult.of(part, isEnd: isEnd != 0, &converter(pointer).pointee.converter)
    return converter(pointer).pointee.keep(answer.wire)
}

/// Where the bytes of the last answer are, until the next call.
@_expose(wasm, "result") @_cdecl("windowbox_result")
public func result(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { converter(pointer).pointee.result?.baseAddress }

/// Gives back a converter.
@_expose(wasm, "end") @_cdecl("windowbox_end")
public func end(_ pointer: UnsafeMutableRawPointer) {
    converter(pointer).pointee.result?.deallocate()
    converter(pointer).deinitialize(count: 1)
    converter(pointer).deallocate()
}
