// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

// What the host sees: bytes in by address and length, numbers and bytes out.

nonisolated(unsafe) private var last: Playlist?
nonisolated(unsafe) private var written: [UInt8] = []

@_expose(wasm, "allocate") @_cdecl("windowbox_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer { .allocate(byteCount: Int(count), alignment: 8) }

@_expose(wasm, "release") @_cdecl("windowbox_release")
public func release(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// The number of segments or variants; -1 when nothing was read.
@_expose(wasm, "parse") @_cdecl("windowbox_parse")
public func parse(_ pointer: UnsafeRawPointer, _ count: Int32) -> Int32 {
    let reading = Playlist.parse(UnsafeRawBufferPointer(start: pointer, count: Int(count)), baseURL: "http://example.com/a/list.m3u8")
    last = reading.playlist
    switch reading.playlist {
    case .media(let playlist): return Int32(playlist.segments.count)
    case .multivariant(let playlist): return Int32(playlist.variants.count)
    case nil: return -1
    }
}

/// Milliseconds that the last media playlist lasts.
@_expose(wasm, "duration") @_cdecl("windowbox_duration")
public func duration() -> Double { (last?.media?.duration ?? 0) * 1000 }

/// Writes the last playlist; 1 when reading that gives the same.
@_expose(wasm, "write") @_cdecl("windowbox_write")
public func write() -> Int32 {
    guard let playlist = last else { return 0 }
    written = playlist.write()
    return Playlist.parse(written, baseURL: "http://example.com/a/list.m3u8").playlist == playlist ? 1 : 0
}

/// Sequence numbers added by a reload with this text; -1 when it cannot be merged.
@_expose(wasm, "merge") @_cdecl("windowbox_merge")
public func merge(_ pointer: UnsafeRawPointer, _ count: Int32) -> Int32 {
    let text = UnsafeRawBufferPointer(start: pointer, count: Int(count))
    guard let playlist = last?.media, let update = Playlist.parse(text, baseURL: "http://example.com/a/list.m3u8").playlist?.media else {
        return -1
    }
    do {
        let merge = try playlist.merging(update)
        last = .media(merge.playlist)
        return Int32(merge.changes.addedSegments)
    } catch {
        return -1
    }
}
