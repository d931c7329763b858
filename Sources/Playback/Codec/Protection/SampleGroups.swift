// SPDX-License-Identifier: Apache-2.0

/// The sample groups of type `seig` (ISO/IEC 23001-7, section 6): samples of a track that use another key or are clear. Streams that change
/// keys within a period use them.
struct SampleGroups {
    /// The encryption of a group's samples.
    struct Entry: Equatable {
        var isProtected: Bool
        var encryptedBlocks: Int
        var skippedBlocks: Int
        /// The size of each sample's own vector in bytes; 0 if all samples share ``constantVector``.
        var vectorSize: Int
        /// 16 bytes.
        var keyID: [UInt8]
        var constantVector: [UInt8]
    }

    /// The contents of an `sgpd` box.
    struct Descriptions: Equatable {
        var entries: [Entry?] = []
        /// The group of the samples that no `sbgp` box maps; nil if they belong to none.
        var usual: Entry?
    }

    /// Consecutive samples of one group.
    struct Run {
        var offset: Int
        var end: Int
        /// The index in the fragment, from 0.
        var firstSample: Int
        /// nil if the track's default applies.
        var entry: Entry?
    }

    /// A fragment has a handful of keys; thousands mean that the data is damaged.
    private static let maximumEntries = 4096

    // MARK: Descriptions

    /// The descriptions in the first `sgpd` box for encryption; nil if there is none.
    static func descriptions(in bytes: ArraySlice<UInt8>) -> Descriptions? {
        guard let box = boxes(in: bytes).first(where: { $0.kind == "sgpd" && isEncryption($0.body) })?.body else { return nil }
        let version = box.first ?? 0
        var rest = box.dropFirst(8)
        var length = 0
        if version >= 1 {
            length = Int(bigEndian(rest.prefix(4)))
            rest = rest.dropFirst(4)
        }
        var usual = 0
        if version >= 2 {
            usual = Int(bigEndian(rest.prefix(4)))
            rest = rest.dropFirst(4)
        }
        guard rest.count >= 4 else { return Descriptions() }
        let count = Int(bigEndian(rest.prefix(4)))
        rest = rest.dropFirst(4)
        var list: [Entry?] = []
        while list.count < min(count, maximumEntries), !rest.isEmpty {
            var size = length
            if version >= 1, length == 0 {
                guard rest.count >= 4 else { break }
                size = Int(bigEndian(rest.prefix(4)))
                rest = rest.dropFirst(4)
            } else if version == 0 {
                size = Entry.size(at: rest)
            }
            guard size > 0, size <= rest.count else { break }
            list.append(Entry(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return Descriptions(entries: list, usual: list.indices.contains(usual - 1) ? list[usual - 1] : nil)
    }

    private static func isEncryption(_ box: ArraySlice<UInt8>) -> Bool {
        box.count >= 12 && box.dropFirst(4).prefix(4).elementsEqual("seig".utf8)
    }

    // MARK: The samples of a fragment

    /// Returns which samples of a track fragment belong to which description.
    /// - Parameters:
    ///   - fragment: the body of a `traf`.
    ///   - base: the position that the offsets of the fragment's samples are relative to.
    ///   - defaultSize: the size of a sample in bytes if neither `trun` nor `tfhd` states it.
    ///   - track: the descriptions in the file's header.
    static func runs(
        of fragment: ArraySlice<UInt8>, base: Int, defaultSize: Int, track: Descriptions
    ) -> [Run] {
        let own = descriptions(in: fragment)
        let usual = own?.usual ?? track.usual
        let map = boxes(in: fragment).first { $0.kind == "sbgp" && isEncryption($0.body) }?.body ?? []
        guard !map.isEmpty || usual != nil else { return [] }
        // Version 1 has an additional grouping parameter.
        var entries = map.dropFirst(map.first == 1 ? 12 : 8)
        let count = Int(bigEndian(entries.prefix(4)))
        entries = entries.dropFirst(4)
        var samples = FragmentSamples(fragment, base: base, defaultSize: defaultSize)
        var runs: [Run] = []
        var number = 0
        for _ in 0..<min(count, entries.count / 8) {
            let length = Int(bigEndian(entries.prefix(4)))
            let index = Int(bigEndian(entries.dropFirst(4).prefix(4)))
            entries = entries.dropFirst(8)
            let entry = description(index, own: own?.entries, track: track.entries)
            for span in samples.take(length) {
                runs.append(Run(offset: span.start, end: span.end, firstSample: number, entry: entry))
                number += span.count
            }
        }
        if let usual {
            for span in samples.take(.max) {
                runs.append(Run(offset: span.start, end: span.end, firstSample: number, entry: usual))
                number += span.count
            }
        }
        return runs
    }

    /// The end of a track fragment's data; nil if it has no samples.
    static func end(of fragment: ArraySlice<UInt8>, base: Int, defaultSize: Int) -> Int? {
        var samples = FragmentSamples(fragment, base: base, defaultSize: defaultSize)
        return samples.take(.max).last?.end
    }

    /// Indices above 65536 refer to the fragment's own descriptions. Some writers use plain indices for those too.
    private static func description(_ index: Int, own: [Entry?]?, track: [Entry?]) -> Entry? {
        let list = index > 0x10000 ? own ?? [] : track.isEmpty ? own ?? [] : track
        let position = (index > 0x10000 ? index - 0x10000 : index) - 1
        return list.indices.contains(position) ? list[position] : nil
    }
}

extension SampleGroups.Entry {
    /// nil if the data is too short.
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 20 else { return nil }
        isProtected = bytes[2] == 1
        encryptedBlocks = Int(bytes[1] >> 4)
        skippedBlocks = Int(bytes[1] & 15)
        vectorSize = Int(bytes[3])
        keyID = Array(bytes[4..<20])
        constantVector = []
        guard isProtected, vectorSize == 0 else { return }
        guard bytes.count > 20, bytes[20] == 8 || bytes[20] == 16, bytes.count >= 21 + Int(bytes[20]) else { return nil }
        constantVector = Array(bytes[21..<21 + Int(bytes[20])])
    }

    /// The size in bytes of a description if its box does not state it.
    fileprivate static func size(at bytes: ArraySlice<UInt8>) -> Int {
        let head = Array(bytes.prefix(21))
        guard head.count == 21, head[2] == 1, head[3] == 0 else { return 20 }
        return 21 + Int(head[20])
    }
}

/// The byte ranges of the samples of a track fragment, in order.
private struct FragmentSamples {
    struct Span {
        var start: Int
        var end: Int
        var count: Int
    }

    /// The samples of a `trun` that have not been taken yet.
    private struct Rest {
        var left: Int
        var offset: Int?
        /// The fields of the next sample.
        var fields: ArraySlice<UInt8>
        /// The size of a sample's fields in bytes.
        var stride: Int
        /// The offset of the sample size in the fields.
        var sizeOffset: Int?
    }

    private var rests: [Rest] = []
    private var position: Int
    private let size: Int

    init(_ fragment: ArraySlice<UInt8>, base: Int, defaultSize: Int) {
        position = base
        var size = defaultSize
        for (kind, box) in boxes(in: fragment) {
            guard box.count >= 8 else { continue }
            let flags = Int(bigEndian(box.prefix(4))) & 0xFFFFFF
            if kind == "tfhd" {
                let offset = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0) + (flags & 8 != 0 ? 4 : 0)
                if flags & 0x10 != 0, box.count >= offset + 4 { size = Int(bigEndian(box.dropFirst(offset).prefix(4))) }
            } else if kind == "trun" {
                var fields = box.dropFirst(8)
                var offset: Int?
                if flags & 1 != 0 {
                    guard fields.count >= 4 else { continue }
                    offset = base.addingReportingOverflow(Int(Int32(truncatingIfNeeded: bigEndian(fields.prefix(4))))).partialValue
                    fields = fields.dropFirst(4)
                }
                if flags & 4 != 0 { fields = fields.dropFirst(4) }
                let stride = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
                let count = Int(bigEndian(box.dropFirst(4).prefix(4)))
                rests.append(
                    Rest(
                        left: stride > 0 ? min(count, fields.count / stride) : count, offset: offset, fields: fields, stride: stride,
                        sizeOffset: flags & 0x200 != 0 ? (flags & 0x100 != 0 ? 4 : 0) : nil))
            }
        }
        self.size = size
        rests.reverse()
    }

    /// The next samples, up to a count. Each span is contiguous.
    mutating func take(_ count: Int) -> [Span] {
        var remaining = count
        var spans: [Span] = []
        while remaining > 0, var rest = rests.popLast() {
            if let offset = rest.offset { position = offset }
            rest.offset = nil
            let number = min(remaining, rest.left)
            let start = position
            if let offset = rest.sizeOffset {
                for _ in 0..<number {
                    advance(Int(bigEndian(rest.fields.dropFirst(offset).prefix(4))))
                    rest.fields = rest.fields.dropFirst(rest.stride)
                }
            } else {
                advance(size.multipliedReportingOverflow(by: number).overflow ? .max : size * number)
                rest.fields = rest.fields.dropFirst(rest.stride * number)
            }
            if number > 0 { spans.append(Span(start: start, end: position, count: number)) }
            remaining -= number
            rest.left -= number
            if rest.left > 0 { rests.append(rest) }
        }
        return spans
    }

    private mutating func advance(_ bytes: Int) {
        let (sum, overflow) = position.addingReportingOverflow(bytes)
        position = overflow ? .max : sum
    }
}
