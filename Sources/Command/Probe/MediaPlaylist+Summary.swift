// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

extension MediaPlaylist {
    /// The playlist as text, with one fact per line.
    func summary(statesVersion: Bool) -> String {
        var rows: [[String]] = []
        func add(_ name: String, _ facts: [String?]) {
            let text = facts.compactMap { $0 }.joined(separator: ", ")
            if !text.isEmpty { rows.append([name, text]) }
        }
        add(
            "media playlist",
            [
                statesVersion ? "version \(version)" : "no version", state, isIFramesOnly ? "I-frames only" : nil,
                isImagesOnly ? "images only" : nil, isIndependentSegments ? "independent segments" : nil,
            ])
        let last = segments.last.map { "sequence \(segments[0].sequence) to \($0.sequence)" }
        add(
            "segments",
            [
                "\(segments.count)", TerminalText.duration(duration), "target \(targetDuration) s", last,
                skip.map { "\($0.skippedSegments) skipped before" },
            ])
        add("parts", [partTarget.map { "\(partCount), target \(TerminalText.decimal($0)) s" }])
        add("dates", [dates])
        let kept = segments.filter(\.isDiscontinuity).map(\.sequence)
        add("discontinuities", kept.isEmpty ? [] : ["\(kept.count), before \(list(kept))"])
        let gaps = segments.filter(\.isGap).map(\.sequence)
        add("gaps", gaps.isEmpty ? [] : ["\(gaps.count), at \(list(gaps))"])
        let keys = segments.flatMap(\.keys).map { key in "\(key.method.name) \(key.keyFormat) \(key.uri?.url ?? "")" }
        for fact in distinct(keys) { add("key", [fact]) }
        for fact in distinct(segments.compactMap { $0.map?.uri.url }) { add("map", [fact]) }
        add("server", [server])
        add("start", [start.map { "\(TerminalText.decimal($0.timeOffset)) s\($0.isPrecise ? ", precise" : "")" }])
        for range in dateRanges.prefix(10) { add("date range", [describe(range)]) }
        if dateRanges.count > 10 { add("date range", ["and \(dateRanges.count - 10) more"]) }
        for hint in preloadHints.prefix(4) { add("preload", [hint.uri.url]) }
        let unknown = distinct(allUnknownTags.map(\.name))
        add("unknown tags", unknown)
        return TerminalText.table(rows.map { [$0[0], TerminalText.line($0[1])] })
    }

    private var state: String {
        if isEndList { return kind == .event ? "event, ended" : "on demand" }
        return kind == .event ? "event, still growing" : "live"
    }

    private var partCount: Int { segments.reduce(upcoming?.parts.count ?? 0) { $0 + $1.parts.count } }

    private var dates: String? {
        guard let first = segments.first?.programDateTime, let last = segments.last, let date = last.programDateTime else { return nil }
        return "\(DateTimeText.text(first)) to \(DateTimeText.text(date + last.duration))"
    }

    private var server: String? {
        let facts: [String?] = [
            serverControl.canBlockReload ? "blocking reload" : nil,
            serverControl.canSkipUntil.map { "delta updates beyond \(TerminalText.decimal($0)) s" },
            serverControl.holdBack.map { "hold back \(TerminalText.decimal($0)) s" },
            serverControl.partHoldBack.map { "part hold back \(TerminalText.decimal($0)) s" },
        ]
        let text = facts.compactMap { $0 }.joined(separator: ", ")
        return text.isEmpty ? nil : text
    }

    private func describe(_ range: DateRange) -> String {
        let length = (range.duration ?? range.plannedDuration).map { ", \(TerminalText.duration($0))" } ?? ""
        let kind = range.isInterstitial ? ", interstitial" : ""
        return "\(range.id) at \(range.startDate.map(DateTimeText.text) ?? "no date")\(length)\(kind)"
    }

    private func list(_ numbers: [UInt64]) -> String {
        numbers.prefix(8).map(String.init).joined(separator: " ") + (numbers.count > 8 ? " …" : "")
    }
}

/// Unique texts in order, at most eight.
private func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    let all = texts.filter { seen.insert($0).inserted }
    return all.count > 8 ? all.prefix(8) + ["and \(all.count - 8) more"] : all
}
