// SPDX-License-Identifier: Apache-2.0

// Encrypted samples: which bytes of ADTS and AC-3 frames, H.264 units and Common Encryption's subsamples are decrypted; and
// whole segments, split anywhere. The first byte selects one.
// With: Fuzz/StandIns/Input.swift Fuzz/StandIns/BlockCipher.swift Fuzz/StandIns/SealedSegment.swift
// With: Sources/Playback/Transport/Exchange/ByteChunk.swift Sources/Playback/Transport/Exchange/ByteStorage.swift
// With: Sources/Playback/Transport/Encryption/SampleDecryptor.swift
// With: Sources/Playback/Transport/Encryption/SampleDecryptor+Audio.swift
// With: Sources/Playback/Transport/Encryption/SampleDecryptor+Video.swift
// With: Sources/Playback/Transport/Encryption/SampleDecryptor+CommonEncryption.swift
// With: Sources/Playback/Transport/Encryption/SegmentCipher.swift Sources/Playback/Transport/Exchange/TransportError.swift

import Glibc
import WindowboxMedia
import WindowboxStreaming

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSamples(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let choice = input.below(5)
    guard let decryptor = try? SampleDecryptor(key: input.bytes(16), vector: input.bytes(16), url: "key") else {
        preconditionFailure("a key of the right length is refused")
    }
    switch choice {
    case 0: checkFrames(input.all(), clear: 23) { decryptor.decryptADTS(&$0) }
    case 1: checkFrames(input.all(), clear: 16) { decryptor.decryptAC3(&$0) }
    case 2: checkVideo(input.all(), decryptor)
    case 3: checkSubsamples(&input, decryptor)
    default: checkSegment(&input)
    }
    return 0
}

/// Audio keeps its length and the header of its first frame.
private func checkFrames(_ frames: [UInt8], clear: Int, _ decrypt: (inout [UInt8]) -> Void) {
    var output = frames
    decrypt(&output)
    precondition(output.count == frames.count, "sound has another length")
    precondition(output.prefix(clear).elementsEqual(frames.prefix(clear)), "clear bytes were changed")
}

private func checkVideo(_ unit: [UInt8], _ decryptor: SampleDecryptor) {
    let units = nalUnits(unit)
    var end = 0
    for range in units {
        precondition(range.lowerBound >= end + 3 && range.upperBound <= unit.count, "units overlap or lie outside")
        precondition(unit[range.lowerBound - 3..<range.lowerBound].elementsEqual([0, 0, 1]), "a unit without its start code")
        end = range.upperBound
    }
    let output = decryptor.decryptVideo(unit)
    precondition(output.count <= unit.count, "a picture grows")
    if units.allSatisfy({ $0.count <= 48 }) { precondition(output == unit, "short units are clear") }
    let clean = EmulationPrevention.removed(from: unit)
    precondition(clean == unescaped(unit), "other bytes were taken for emulation prevention")
}

/// Byte by byte, as the standard says it.
private func unescaped(_ unit: [UInt8]) -> [UInt8] {
    var (plain, zeros): ([UInt8], Int) = ([], 0)
    for byte in unit {
        if zeros >= 2, byte == 3 {
            zeros = 0
        } else {
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
    }
    return plain
}

private func checkSubsamples(_ input: inout Input, _ decryptor: SampleDecryptor) {
    let scheme: SampleDecryptor.Scheme = [.cenc, .cbc1, .cens, .cbcs][input.below(4)]
    let pattern = SampleDecryptor.Pattern(encrypted: input.below(12), skipped: input.below(12))
    let sizes = [0, 1, 15, 16, 17, 160, -1, Int.max, Int.min, 65_536]
    var subsamples: [SampleDecryptor.Subsample] = []
    for _ in 0..<input.below(8) {
        subsamples.append(.init(clear: sizes[input.below(sizes.count)], protected: sizes[input.below(sizes.count)]))
    }
    let vector: [UInt8]? = input.below(2) == 0 ? nil : input.bytes(input.below(20))
    let sample = input.all()
    var output = sample
    decryptor.decrypt(&output, scheme: scheme, subsamples: subsamples, pattern: pattern, vector: vector)
    precondition(output.count == sample.count, "a sample has another length")
    let clear = min(sample.count, max(0, subsamples.first?.clear ?? 0))
    precondition(output.prefix(clear).elementsEqual(sample.prefix(clear)), "clear bytes were changed")
}

/// However a segment is split in transit, its plain text is the same, or the same error.
private func checkSegment(_ input: inout Input) {
    let method: SegmentEncryption.Method = [.aes128, .aes256CTR, .aes256GCM][input.below(3)]
    let encryption = SegmentEncryption(method: method, keyURL: "key", initializationVector: input.bytes(16))
    let key = input.bytes(method == .aes128 ? 16 : 32)
    let cuts = (0..<6).map { _ in input.below(64) }
    let bytes = input.all()
    guard let cipher = try? SegmentCipher(encryption, key: key, url: "segment") else { preconditionFailure("a right key is refused") }
    func open(_ sizes: [Int]) -> [UInt8]? {
        var cipher = cipher
        var plain: [UInt8] = []
        var rest = bytes[...]
        for size in sizes {
            plain.append(cipher.update(ByteChunk(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        plain.append(cipher.update(ByteChunk(rest)))
        guard let last = try? cipher.finish() else { return nil }
        plain.append(last)
        return plain
    }
    let whole = open([])
    precondition(whole == open(cuts), "a segment depends on how it came")
    if let whole {
        precondition(method == .aes256CTR ? whole.count == bytes.count : whole.count < bytes.count, "a segment of another length")
    }
}
