// SPDX-License-Identifier: Apache-2.0

/// Restates the track runs of movie fragments, without moving anything else.
///
/// The data of a run that states no offset begins where that of the run before it in its track ends (ISO/IEC 14496-12, 8.8.8). FFmpeg looks
/// for it where the data of the whole fragment begins. So such a run is joined with the one before it, or its offset is stated. The track's
/// description keeps its length: a `free` box fills what that saves.
struct FragmentRuns {
    /// By track, from the header of the file.
    private var defaults: [Int: FragmentRun.Defaults] = [:]

    /// Reads the header of the file: the content of the `moov` box.
    mutating func takeHeader(_ body: ArraySlice<UInt8>) {
        defaults = [:]
        for extends in boxes(["mvex", "trex"], in: body) where extends.count >= 24 {
            defaults[Int(FragmentRun.number(extends, 4))] = FragmentRun.Defaults(
                duration: FragmentRun.number(extends, 12), size: FragmentRun.number(extends, 16), flags: FragmentRun.number(extends, 20))
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

    private enum Part {
        case run(FragmentRun)
        /// A whole box.
        case other(ArraySlice<UInt8>)
        /// One that means nothing.
        case space(ArraySlice<UInt8>)

        var length: Int {
            switch self {
            case .run(let run): run.length
            case .other(let bytes), .space(let bytes): bytes.count
            }
        }
    }

    private func restatedTrack(_ body: ArraySlice<UInt8>) -> [UInt8]? {
        let found = boxes(in: body)
        // Most fragments need nothing.
        guard found.count(where: { $0.kind == "trun" }) > 1, found.reduce(0, { $0 + $1.body.count + 8 }) == body.count,
            let header = found.first(where: { $0.kind == "tfhd" })?.body, let known = defaults(header)
        else { return nil }
        var parts: [Part] = []
        var needsOffset = false
        var hasRun = false
        for (kind, content) in found {
            let box = body[content.startIndex - 8..<content.endIndex]
            guard kind == "trun" else {
                parts.append(kind == "free" || kind == "skip" ? .space(box) : .other(box))
                continue
            }
            guard let run = FragmentRun(content, known) else { return nil }
            if hasRun, run.offset == nil { needsOffset = true }
            hasRun = true
            parts.append(.run(run))
        }
        guard needsOffset else { return nil }
        return written(withOffsets(parts, known), body.count) ?? written(joined(parts, known), body.count)
            ?? written(withOffsets(shortened(parts, known), known), body.count)
    }

    private func defaults(_ header: ArraySlice<UInt8>) -> FragmentRun.Defaults? {
        guard header.count >= 8 else { return nil }
        var known = defaults[Int(FragmentRun.number(header, 4))] ?? FragmentRun.Defaults()
        let flags = FragmentRun.flags(header)
        var offset = 8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0)
        func next(_ flag: UInt32) -> UInt32?? {
            guard flags & flag != 0 else { return .some(nil) }
            guard header.count >= offset + 4 else { return nil }
            defer { offset += 4 }
            return FragmentRun.number(header, offset)
        }
        guard let duration = next(0x8), let size = next(0x10), let sampleFlags = next(0x20) else { return nil }
        known.duration = duration ?? known.duration
        known.size = size ?? known.size
        known.flags = sampleFlags ?? known.flags
        return known
    }

    /// States where the data of each run begins, unless it can simply be appended to the run before it.
    private func withOffsets(_ parts: [Part]?, _ known: FragmentRun.Defaults) -> [Part]? {
        guard let parts else { return nil }
        var result: [Part] = []
        /// The last run, where it is in the result, and where its data ends. Apart from the result, so that it can grow without a copy.
        var last: (run: FragmentRun, index: Int, end: Int)?
        for part in parts {
            guard case .run(var run) = part else {
                result.append(part)
                continue
            }
            guard let size = run.dataSize(known) else { return nil }
            if run.offset == nil, let end = last?.end {
                if last?.run.append(run) == true {
                    last?.end += size
                    continue
                }
                guard let offset = Int32(exactly: end) else { return nil }
                run.offset = offset
            }
            if let last { result[last.index] = .run(last.run) }
            last = (run, result.count, Int(run.offset ?? 0) + size)
            result.append(.run(run))
        }
        if let last { result[last.index] = .run(last.run) }
        return result
    }

    /// Joins each run with those after it that state no offset.
    private func joined(_ parts: [Part], _ known: FragmentRun.Defaults) -> [Part]? {
        var result: [Part] = []
        var group: (index: Int, runs: [FragmentRun])?
        func end() -> Bool {
            guard let group, group.runs.count > 1 else { return true }
            let limit = group.runs.reduce(0) { $0 + $1.length }
            guard let whole = FragmentRun.joined(group.runs, known, limit: limit) else { return false }
            result[group.index] = .run(whole)
            return true
        }
        for part in parts {
            guard case .run(let run) = part else {
                result.append(part)
                continue
            }
            if run.offset == nil, group != nil {
                group?.runs.append(run)
            } else {
                guard end() else { return nil }
                group = (result.count, [run])
                result.append(part)
            }
        }
        return end() ? result : nil
    }

    /// Leaves out what means nothing.
    private func shortened(_ parts: [Part], _ known: FragmentRun.Defaults) -> [Part]? {
        parts.compactMap { part in
            switch part {
            case .space: return nil
            case .other(let box): return .other(FragmentTime.shortened(box) ?? box)
            case .run(var run):
                run.shorten(known)
                return .run(run)
            }
        }
    }

    /// - Parameter length: of the result in bytes.
    /// - Returns: nil if there is not enough space.
    private func written(_ parts: [Part]?, _ length: Int) -> [UInt8]? {
        guard let parts, let lastRun = parts.lastIndex(where: { if case .run = $0 { true } else { false } }) else { return nil }
        let rest = length - parts.reduce(0) { $0 + $1.length }
        guard rest >= 0 else { return nil }
        // A box takes eight bytes. Readers pass over fewer at the end of a run.
        let padding = rest < 8 ? rest : 0
        var result: [UInt8] = []
        result.reserveCapacity(length)
        for (index, part) in parts.enumerated() {
            switch part {
            case .run(let run):
                let padding = index == lastRun ? padding : 0
                result += FragmentRun.bytes(UInt32(run.length + padding)) + Array("trun".utf8)
                run.write(to: &result)
                result += [UInt8](repeating: 0, count: padding)
            case .other(let box), .space(let box): result += box
            }
        }
        if rest >= 8 { result += FragmentRun.bytes(UInt32(rest)) + Array("free".utf8) + [UInt8](repeating: 0, count: rest - 8) }
        return result
    }
}

/// Where a fragment of a track begins on the track's clock.
private enum FragmentTime {
    /// - Parameter box: a whole box.
    /// - Returns: a `tfdt` box whose time takes eight bytes although four are enough, with four; nil for any other box.
    static func shortened(_ box: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let body = box.dropFirst(8)
        guard body.count == 12, box.dropFirst(4).prefix(4).elementsEqual("tfdt".utf8), body.first == 1, FragmentRun.number(body, 4) == 0
        else { return nil }
        return (FragmentRun.bytes(16) + Array("tfdt".utf8) + FragmentRun.bytes(FragmentRun.flags(body)) + Array(body.suffix(4)))[...]
    }
}
