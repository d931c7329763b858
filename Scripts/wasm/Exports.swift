// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

// What the host sees: bytes in by address and length, numbers out. A playlist is the host's own, by its address, until it is dropped.

private let base = "http://example.com/a/list.m3u8"

private func bytes(_ pointer: UnsafeRawPointer, _ count: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer, count: Int(count))
}

private func playlist(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Playlist> {
    pointer.assumingMemoryBound(to: Playlist.self)
}

@_expose(wasm, "allocate") @_cdecl("windowbox_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer { .allocate(byteCount: Int(count), alignment: 8) }

@_expose(wasm, "release") @_cdecl("windowbox_release")
public func release(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

/// A playlist; 0 when nothing was read.
@_expose(wasm, "parse") @_cdecl("windowbox_parse")
public func parse(_ pointer: UnsafeRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
    guard let read = Playlist.parse(bytes(pointer, count), baseURL: base).playlist else { return nil }
    let place = UnsafeMutablePointer<Playlist>.allocate(capacity: 1)
    place.initialize(to: read)
    return UnsafeMutableRawPointer(place)
}

@_expose(wasm, "drop") @_cdecl("windowbox_drop")
public func drop(_ pointer: UnsafeMutableRawPointer) {
    playlist(pointer).deinitialize(count: 1)
    playlist(pointer).deallocate()
}

/// The number of segments or variants.
@_expose(wasm, "count") @_cdecl("windowbox_count")
public func count(_ pointer: UnsafeMutableRawPointer) -> Int32 {
    switch playlist(pointer).pointee {
    case .media(let playlist): Int32(playlist.segments.count)
    case .multivariant(let playlist): Int32(playlist.variants.count)
    }
}

/// Milliseconds that a media playlist lasts.
@_expose(wasm, "duration") @_cdecl("windowbox_duration")
public func duration(_ pointer: UnsafeMutableRawPointer) -> Double { (playlist(pointer).pointee.media?.duration ?? 0) * 1000 }

/// 1 when what is written of a playlist reads as the same.
@_expose(wasm, "write") @_cdecl("windowbox_write")
public func write(_ pointer: UnsafeMutableRawPointer) -> Int32 {
    let known = playlist(pointer).pointee
    return Playlist.parse(known.write(), baseURL: base).playlist == known ? 1 : 0
}

/// Sequence numbers added to a media playlist by a reload with this text; -1 when it cannot be merged.
@_expose(wasm, "merge") @_cdecl("windowbox_merge")
public func merge(_ pointer: UnsafeMutableRawPointer, _ text: UnsafeRawPointer, _ count: Int32) -> Int32 {
    guard let known = playlist(pointer).pointee.media, let update = Playlist.parse(bytes(text, count), baseURL: base).playlist?.media else {
        return -1
    }
    do {
        let merge = try known.merging(update)
        playlist(pointer).pointee = .media(merge.playlist)
        return Int32(merge.changes.addedSegments)
    } catch {
        return -1
    }
}
