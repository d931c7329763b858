// SPDX-License-Identifier: Apache-2.0

// A libFuzzer target for DASH. The first byte chooses: a manifest becomes playlists that can be read again; it is followed by a
// second version, behind a character 0; an index of segments is read; a patch is applied to the manifest behind a character 0; a manifest's
// beginning is told from other things.

import Glibc
import WindowboxDASH
import WindowboxHLS

private let address = "https://cdn.example.com/a/m.mpd"

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzManifests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 8 {
    case 0: versions([bytes[...]])
    case 1: versions(bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false))
    case 2: _ = try? DASHSegmentIndex.read(bytes, at: 1000)
    case 4: patch(bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false))
    default: beginning(bytes)
    }
    return 0
}

/// A patched manifest is as good as any other.
private func patch(_ parts: [ArraySlice<UInt8>]) {
    guard parts.count == 2, let next = try? DASHPatch.apply(Array(parts[0]), to: Array(parts[1])) else { return }
    if (try? DASHManifest.read(Array(parts[1]), url: address)) != nil { versions([next[...]]) }
}

private func versions(_ texts: [ArraySlice<UInt8>]) {
    guard let first = texts.first, let manifest = try? DASHManifest.read(Array(first), url: address) else { return }
    guard var presentation = try? DASHPresentation(manifest, address: address) else { return }
    let multivariant = presentation.multivariant
    let addresses = multivariant.variants.map(\.uri.url) + multivariant.renditions.compactMap { $0.uri?.url }
    for address in addresses { precondition(presentation.track(at: address) != nil, "an address of no track") }
    precondition(Playlist.parse(multivariant.write(), baseURL: address).playlist?.multivariant != nil, "no playlist was written")
    var sequences = playlists(of: &presentation)
    for text in texts.dropFirst() {
        guard let manifest = try? DASHManifest.read(Array(text), url: address) else { continue }
        presentation.update(manifest)
        for (track, sequence) in playlists(of: &presentation) {
            precondition(sequences[track].map { $0 <= sequence } ?? true, "the numbers of segments go back")
            sequences[track] = sequence
        }
    }
}

/// - Returns: the number of each track's first segment.
private func playlists(of presentation: inout DASHPresentation) -> [Int: UInt64] {
    var sequences: [Int: UInt64] = [:]
    let manifest = presentation.manifest
    for track in presentation.tracks.indices.prefix(3) {
        let now = manifest.availabilityStart + (manifest.periods.last?.start ?? 0) + 100
        guard let playlist = try? presentation.playlist(of: track, indexes: [:], now: now) else { continue }
        precondition(!manifest.isDynamic || playlist.segments.count <= 10_000, "a window without bound")
        precondition(playlist.segments.count <= 1_000_000, "segments without bound")
        precondition(playlist.segments.allSatisfy { $0.duration >= 0 && $0.duration.isFinite }, "no duration")
        for segment in playlist.segments.prefix(100) { _ = presentation.events(at: segment.uri.url, segment.byteRange) }
        for segment in playlist.segments.prefix(10) {
            let places = manifest.locations(of: segment.uri.url)
            precondition(places.first?.url == segment.uri.url, "the author's place is not the first one")
        }
        sequences[track] = playlist.mediaSequence
        guard playlist.segments.count < 2000 else { continue }
        let read = Playlist.parse(playlist.write(), baseURL: playlist.baseURL).playlist?.media
        precondition(read?.segments.count == playlist.segments.count, "what was written can't be read")
    }
    return sequences
}

private func beginning(_ bytes: [UInt8]) {
    guard DASHManifest.isManifest(bytes) else { return }
    precondition(DASHManifest.isManifest(bytes + [0x20]), "more bytes make it something else")
}
