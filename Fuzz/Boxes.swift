// SPDX-License-Identifier: Apache-2.0

// The parts of containers that are read before FFmpeg sees them: MP4 boxes with their encryption, the ID3 tag of packed audio, the
// kind of a segment by its first bytes. The first byte selects one.
// With: Fuzz/StandIns/Input.swift
// With: Sources/Playback/Codec/Protection/BoxWalker.swift Sources/Playback/Codec/Protection/TrackEncryption.swift
// With: Sources/Playback/Codec/Protection/SampleGroups.swift Sources/Playback/Codec/Protection/ProtectionHeaders.swift
// With: Sources/Playback/Codec/Protection/SampleProtection.swift Sources/Playback/Codec/Protection/SampleCountGuard.swift
// With: Sources/Playback/Codec/Demux/ID3Timestamp.swift Sources/Playback/Codec/Demux/Container.swift
// With: Sources/Playback/Codec/Demux/AudioFrameHeader.swift

import Glibc

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBoxes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.below(3) {
    case 0: checkWalk(&input)
    case 1: checkTag(input.all())
    default: checkKind(input.all())
    }
    return 0
}

/// The boxes are the same however the file is split, each at its stated position; and no encryption data causes a trap.
private func checkWalk(_ input: inout Input) {
    let cuts = (0..<5).map { _ in input.below(40) }
    let bytes = input.all()
    func walk(_ sizes: [Int]) -> [BoxWalker.Box] {
        var walker = BoxWalker(keeping: ["moov", "moof"])
        var found: [BoxWalker.Box] = []
        var rest = bytes[...]
        for size in sizes + [bytes.count] {
            rest.prefix(size).withUnsafeBytes { found += walker.take($0) }
            rest = rest.dropFirst(size)
        }
        return found
    }
    let found = walk([])
    precondition(found == walk(cuts), "boxes depend on how the file came")
    checkGuard(bytes, cuts)
    var (tracks, headers) = (TrackEncryption(), ProtectionHeaders())
    for box in found {
        precondition(box.offset + 8 + box.body.count <= bytes.count, "a box reaches out of its file")
        precondition(bytes[box.offset + 4..<box.offset + 8].elementsEqual(box.kind.utf8), "a box stands elsewhere")
        tracks.take(box)
        headers.take(box)
    }
    precondition(headers.all.allSatisfy { $0.count >= 8 && $0.count <= bytes.count }, "a header longer than the file")
    for track in 0..<4 {
        for offset in [0, bytes.count, Int.max, -1] {
            guard let encryption = tracks.encryption(track: track, at: offset) else { continue }
            precondition(encryption.keyID.count == 16, "a key's name of another length")
            precondition(encryption.vector.count <= 16, "a vector longer than a block")
            precondition(encryption.encryptedBlocks < 16 && encryption.skippedBlocks < 16, "no pattern")
        }
    }
}

/// Whether a file is rejected does not depend on how it is split, also for a reader that seeks back to its start.
private func checkGuard(_ bytes: [UInt8], _ cuts: [Int]) {
    func isImplausible(_ sizes: [Int], from skipped: Int) -> Bool {
        var walker = BoxWalker(keeping: [], in: .file(length: bytes.count))
        bytes.prefix(skipped).withUnsafeBytes { _ = walker.take($0) }
        if walker.isImplausible { return true }
        walker.restart(at: 0)
        var rest = bytes[...]
        for size in sizes + [bytes.count] {
            rest.prefix(size).withUnsafeBytes { _ = walker.take($0) }
            rest = rest.dropFirst(size)
        }
        return walker.isImplausible
    }
    precondition(isImplausible([], from: 0) == isImplausible(cuts, from: cuts[0]), "what is absurd depends on how the file came")
}

private func checkTag(_ bytes: [UInt8]) {
    guard let size = ID3Tag.announcedSize(bytes) else { return }
    precondition(size >= 10 && size < 1 << 29, "no size of a tag")
    for cut in [bytes.count, min(size, bytes.count), bytes.count / 2] {
        if let time = ID3Tag.timestamp(in: Array(bytes.prefix(cut))) { precondition(time >= 0 && time < 1 << 33, "more than 33 bits") }
    }
}

private func checkKind(_ bytes: [UInt8]) {
    let kind = Container.sniff(bytes)
    precondition(kind == Container.sniff(bytes.prefix(16)), "more than sixteen bytes are needed")
    bytes.withUnsafeBytes { bytes in
        for syntax: AudioFrameHeader.Syntax in [.adts, .mpegAudio, .ac3] {
            guard let header = AudioFrameHeader(syntax, bytes) else { continue }
            precondition((7350...96_000).contains(header.sampleRate), "no sample rate")
            precondition((256...4096).contains(header.sampleCount), "no length of a frame")
        }
        if AudioFrameHeader(.adts, bytes) != nil {
            precondition(kind == .adts || kind == .mp4, "a frame of AAC in another container")
        }
    }
    if kind == .transportStream { precondition(bytes.first == 0x47, "no transport stream") }
}
