// SPDX-License-Identifier: Apache-2.0

// The track runs of MP4 fragments that are restated for FFmpeg: the same samples with the same data, in as many bytes.
// With: Fuzz/StandIns/Input.swift
// With: Sources/Playback/Codec/Demux/FragmentRun.swift Sources/Playback/Codec/Demux/FragmentRuns.swift
// With: Sources/Playback/Codec/Protection/BoxWalker.swift Sources/Playback/Codec/Protection/SampleCountGuard.swift

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFragments(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    var runs = FragmentRuns()
    let header = input.bytes(input.below(80))
    runs.takeHeader(header[...])
    let bytes = input.all()
    // Most bytes are no boxes, so they are also taken for the content of one.
    for fragment in [bytes, box("traf", bytes), box("traf", box("tfhd", Array(bytes.prefix(8))) + bytes.dropFirst(8))] {
        check(fragment, runs, header)
    }
    return 0
}

private func check(_ fragment: [UInt8], _ runs: FragmentRuns, _ header: [UInt8]) {
    guard let restated = runs.restated(fragment) else { return }
    precondition(restated.count == fragment.count, "a fragment of another length")
    let (before, after) = (tracks(fragment), tracks(restated))
    precondition(before.count == after.count, "another number of tracks")
    for (old, new) in zip(before, after) {
        // What can't be restated stays as it is.
        guard !old.elementsEqual(new), let expected = samples(old, header, followsRuns: true) else { continue }
        let found = samples(new, header, followsRuns: false)
        precondition(found == expected, "other samples, or other data")
    }
    precondition(runs.restated(restated) == nil, "something is left to be restated")
}

private struct Sample: Equatable {
    var offset: Int?
    var values: [UInt32?]
}

private func tracks(_ fragment: [UInt8]) -> [ArraySlice<UInt8>] { boxes(["traf"], in: fragment[...]) }

/// What a reader makes of a track's runs; nil for a track that is too long or invalid.
/// - Parameter followsRuns: a run without an offset begins where the one before it ends, otherwise at the fragment's base.
private func samples(_ track: ArraySlice<UInt8>, _ header: [UInt8], followsRuns: Bool) -> [Sample]? {
    let parts = boxes(in: track)
    guard let head = parts.first(where: { $0.kind == "tfhd" })?.body, head.count >= 8 else { return nil }
    var known: [UInt32?] = [nil, nil, nil, 0]
    for extends in boxes(["mvex", "trex"], in: header[...]) where extends.count >= 24 && number(extends, 4) == number(head, 4) {
        known = [number(extends, 12), number(extends, 16), number(extends, 20), 0]
    }
    let flags = number(head, 0) & 0xFFFFFF
    var place = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
    for (index, flag) in [UInt32(8), 0x10, 0x20].enumerated() where flags & flag != 0 {
        guard head.count >= place + 4 else { return nil }
        known[index] = number(head, place)
        place += 4
    }
    var found: [Sample] = []
    var end: Int? = 0
    for (kind, body) in parts where kind == "trun" {
        guard body.count >= 8 else { return nil }
        let stated = number(body, 0) & 0xFFFFFF
        var at = 8
        func next() -> UInt32? {
            guard body.count >= at + 4 else { return nil }
            defer { at += 4 }
            return number(body, at)
        }
        var offset: Int? = followsRuns ? end : 0
        if stated & 1 != 0 {
            guard let value = next() else { return nil }
            offset = Int(Int32(bitPattern: value))
        }
        var first: UInt32?
        if stated & 4 != 0 {
            guard let value = next() else { return nil }
            first = value
        }
        let count = Int(number(body, 4))
        guard found.count + count < 100_000 else { return nil }
        for index in 0..<count {
            var values = known
            if index == 0, let first { values[2] = first }
            for (field, flag) in [UInt32(0x100), 0x200, 0x400, 0x800].enumerated() where stated & flag != 0 {
                guard let value = next() else { return nil }
                if field != 2 || index > 0 || first == nil { values[field] = value }
            }
            found.append(Sample(offset: offset, values: values))
            offset = offset.flatMap { start in values[1].map { start + Int($0) } }
        }
        end = offset
    }
    return found
}

private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] { FragmentRun.bytes(UInt32(body.count + 8)) + Array(kind.utf8) + body }
private func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 { FragmentRun.number(bytes, offset) }
