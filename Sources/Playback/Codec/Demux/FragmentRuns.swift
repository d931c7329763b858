// SPDX-License-Identifier: Apache-2.0

/// Restates the track runs of movie fragments, without moving anything else.
///
/// The data of a run that states no offset begins where that of the run before it ends (ISO/IEC 14496-12, 8.8.8). FFmpeg looks for it
/// where the data of the whole fragment begins. So such runs are joined with the one before them, and a `free` box fills what that saves.
struct FragmentRuns {
    private enum Field: UInt32, CaseIterable {
        case duration = 0x100
        case size = 0x200
        case flags = 0x400
        case composition = 0x800
    }

    /// What a run doesn't state of its samples.
    private struct Defaults {
        var values: [Field: UInt32] = [.composition: 0]
    }

    private struct Run {
        var version: UInt8
        var count: Int
        var offset: ArraySlice<UInt8>?
        /// The flags of the first sample, if they are not the default.
        var first: UInt32?
        /// What is stated for each sample, in this order.
        var fields: [Field]
        var samples: ArraySlice<UInt8>
        /// Of the whole box, in bytes.
        var length: Int
    }

    private static let offsetFlag: UInt32 = 1
    private static let firstFlag: UInt32 = 4

    /// By track, from the header of the file.
    private var defaults: [Int: Defaults] = [:]

    /// Reads the header of the file: the content of the `moov` box.
    mutating func takeHeader(_ body: ArraySlice<UInt8>) {
        defaults = [:]
        for extends in boxes(["mvex", "trex"], in: body) where extends.count >= 24 {
            var known = Defaults()
            for (field, offset) in [(Field.duration, 12), (.size, 16), (.flags, 20)] { known.values[field] = number(extends, offset) }
            defaults[Int(number(extends, 4))] = known
        }
    }

    /// - Parameter fragment: the content of a `moof` box.
    /// - Returns: its replacement, of the same length; nil if nothing has to be restated, or if that is impossible.
    func restated(_ fragment: [UInt8]) -> [UInt8]? {
        var result: [UInt8]?
        var position = 0
        for (kind, body) in boxes(in: fragment[...]) {
            defer { position += body.count + 8 }
            guard kind == "traf", let restated = restatedTrack(body) else { continue }
            result = result ?? fragment
            result?.replaceSubrange(position + 8..<position + 8 + body.count, with: restated)
        }
        return result
    }

    private func restatedTrack(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = boxes(in: body)
        // Most fragments need nothing.
        guard parts.count(where: { $0.kind == "trun" }) > 1, parts.reduce(0, { $0 + $1.body.count + 8 }) == body.count,
            let header = parts.first(where: { $0.kind == "tfhd" })?.body, let known = defaults(header)
        else { return nil }
        var result: [UInt8] = []
        var isChanged = false
        var index = 0
        while index < parts.count {
            guard parts[index].kind == "trun" else {
                result += box(parts[index].kind, parts[index].body)
                index += 1
                continue
            }
            // A run, and those that follow it without an offset.
            var end = index + 1
            while end < parts.count, parts[end].kind == "trun", parts[end].body.count >= 8, flags(parts[end].body) & Self.offsetFlag == 0 {
                end += 1
            }
            if end > index + 1 {
                let runs = parts[index..<end].compactMap { run($0.body, known) }
                guard runs.count == end - index, let joined = joined(runs, known) else { return nil }
                result += joined
                isChanged = true
            } else {
                result += box("trun", parts[index].body)
            }
            index = end
        }
        return isChanged ? result : nil
    }

    private func defaults(_ header: ArraySlice<UInt8>) -> Defaults? {
        guard header.count >= 8 else { return nil }
        var known = defaults[Int(number(header, 4))] ?? Defaults()
        let flags = flags(header)
        var offset = 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
        for (field, flag) in [(Field.duration, UInt32(0x8)), (.size, 0x10), (.flags, 0x20)] where flags & flag != 0 {
            guard header.count >= offset + 4 else { return nil }
            known.values[field] = number(header, offset)
            offset += 4
        }
        return known
    }

    private func run(_ body: ArraySlice<UInt8>, _ known: Defaults) -> Run? {
        guard body.count >= 8, let version = body.first else { return nil }
        let flags = flags(body)
        let fields = Field.allCases.filter { flags & $0.rawValue != 0 }
        var run = Run(version: version, count: Int(number(body, 4)), fields: fields, samples: [], length: body.count + 8)
        var offset = 8
        if flags & Self.offsetFlag != 0 {
            guard body.count >= 12 else { return nil }
            run.offset = body.dropFirst(8).prefix(4)
            offset = 12
        }
        if flags & Self.firstFlag != 0 {
            guard body.count >= offset + 4 else { return nil }
            let first = number(body, offset)
            if first != known.values[.flags] { run.first = first }
            offset += 4
        }
        run.samples = body.dropFirst(offset)
        return run.samples.count / 4 >= run.count * fields.count ? run : nil
    }

    /// The boxes that replace runs, of the same length.
    private func joined(_ runs: [Run], _ known: Defaults) -> [UInt8]? {
        let needsFlags = runs.contains { $0.fields.contains(.flags) } || runs.dropFirst().contains { $0.first != nil && $0.count > 0 }
        let fields = Field.allCases.filter { field in
            field == .flags ? needsFlags : runs.contains { $0.fields.contains(field) && $0.count > 0 }
        }
        let offset = runs[0].offset.map(Array.init) ?? []
        let first = needsFlags ? nil : runs[0].first
        let count = runs.reduce(0) { $0 + $1.count }
        let length = 16 + offset.count + (first == nil ? 0 : 4) + 4 * fields.count * count
        let rest = runs.reduce(0) { $0 + $1.length } - length
        guard rest == 0 || rest >= 8, count <= Int(UInt32.max) else { return nil }
        let stated = fields.reduce(offset.isEmpty ? 0 : Self.offsetFlag) { $0 | $1.rawValue } | (first == nil ? 0 : Self.firstFlag)
        var body = bytes(UInt32(runs.map(\.version).max() ?? 0) << 24 | stated) + bytes(UInt32(count)) + offset + (first.map(bytes) ?? [])
        for run in runs where !fields.isEmpty {
            var position = 0
            for index in 0..<run.count {
                var sample: [Field: UInt32] = [:]
                for field in run.fields {
                    sample[field] = number(run.samples, position)
                    position += 4
                }
                if index == 0, let first = run.first { sample[.flags] = first }
                for field in fields {
                    guard let value = sample[field] ?? known.values[field] else { return nil }
                    body += bytes(value)
                }
            }
        }
        return box("trun", body[...]) + (rest == 0 ? [] : box("free", [UInt8](repeating: 0, count: rest - 8)[...]))
    }

    private func box(_ kind: String, _ body: ArraySlice<UInt8>) -> [UInt8] { bytes(UInt32(body.count + 8)) + Array(kind.utf8) + body }
    private func flags(_ body: ArraySlice<UInt8>) -> UInt32 { number(body, 0) & 0xFFFFFF }

    private func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: bigEndian(bytes.dropFirst(offset).prefix(4)))
    }

    private func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
}
