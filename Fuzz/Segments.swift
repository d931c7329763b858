// SPDX-License-Identifier: Apache-2.0

// Whole segments through the demuxer, in pieces: MPEG-TS, fragmented MP4, packed audio with its tags; and MP4 files.
// The first byte sets the size of the initialization section; its highest bit makes a single file of all bytes.
// With: Fuzz/StandIns/Input.swift Tests/Kit/Streams/FileInMemory.swift

import Glibc
import WindowboxCodec
import WindowboxMedia

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSegments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let kind = input.byte()
    let section = input.bytes(min(Int(kind % 4) * 256, input.rest.count))
    let size = 1 + input.below(64) * 16
    let bytes = input.all()
    if kind >= 128, Container.sniff(bytes) == .mp4 {
        check(FileInMemory(bytes))
        return 0
    }
    let feed = ByteFeed()
    var rest = bytes[...]
    while !rest.isEmpty {
        feed.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
    }
    feed.finish()
    var samples = 0
    var payload = 0
    do throws(CodecError) {
        let demuxer = try Demuxer(feed, initialization: { section })
        while let sample = try demuxer.next() {
            samples += 1
            payload += sample.size
            precondition(sample.presentation.timescale > 0 && sample.duration >= .zero, "no times")
            precondition(sample.withBytes { $0.count } == sample.size, "a sample of another length than it says")
            check(sample)
            // A tag may announce endless audio, but a segment can't contain it.
            precondition(samples <= 1000 + 2 * (bytes.count + section.count), "samples without bytes")
        }
    } catch {
        precondition(!error.description.isEmpty, "an error says nothing")
    }
    precondition(payload <= 64 << 20, "a segment of some kilobytes has become one of megabytes")
    return 0
}

private func check(_ sample: Sample) {
    guard case .common(let encryption)? = sample.protection else { return }
    precondition(encryption.vector.count <= 16, "a vector longer than a block")
    precondition(encryption.subsamples.allSatisfy { $0.clear >= 0 && $0.protected >= 0 }, "a part of no length")
}

/// A file's tables may refer to the same bytes any number of times: this only checks that reading ends, with bounded memory.
private func check(_ file: FileInMemory) {
    do throws(CodecError) {
        let demuxer = try Demuxer(file, container: .file)
        for _ in 0..<1000 {
            guard let sample = try demuxer.next() else { break }
            check(sample)
        }
        try demuxer.seek(to: 1)
        _ = try demuxer.next()
    } catch {
        precondition(!error.description.isEmpty, "an error says nothing")
    }
}
