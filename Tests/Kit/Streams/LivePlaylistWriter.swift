// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes a live playlist for one point in time.
struct LivePlaylistWriter {
    let playlist: LivePlaylist
    let state: LivePlaylist.State

    func text(skipping: Bool) -> String {
        let skipped = skipping ? skippable : 0
        var lines = head(skipped: skipped)
        for number in state.segments.dropFirst(skipped) { lines += segment(number) }
        let current = state.segments.upperBound
        if playlist.lowLatency != nil, !state.hasEnded, !playlist.segment(current).parts.isEmpty {
            if playlist.isDiscontinuous(current) { lines += boundary(current) }
            lines += parts(of: current, count: state.parts)
            lines.append(hint(segment: current, part: state.parts))
        }
        lines += reports
        if state.hasEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(skipped: Int) -> [String] {
        let first = state.segments.lowerBound
        let isDelta = skipped > 0
        var lines = ["#EXTM3U", "#EXT-X-VERSION:\(isDelta ? 9 : playlist.material.map == nil ? 3 : 7)"]
        lines.append("#EXT-X-TARGETDURATION:\(playlist.targetDuration)")
        if let lowLatency = playlist.lowLatency {
            lines.append("#EXT-X-PART-INF:PART-TARGET=\(seconds(playlist.partTarget))")
            var control = ["PART-HOLD-BACK=\(seconds(playlist.partTarget * 3.5))"]
            if lowLatency.blocks { control.insert("CAN-BLOCK-RELOAD=YES", at: 0) }
            if lowLatency.skips { control.append("CAN-SKIP-UNTIL=\(seconds(skipUntil))") }
            lines.append("#EXT-X-SERVER-CONTROL:" + control.joined(separator: ","))
        }
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(playlist.firstSequence + first)")
        let rounds = first / playlist.material.segments.count
        let removed = playlist.isDiscontinuous(first) ? rounds - 1 : rounds
        if removed > 0 { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(removed)") }
        if case .event = playlist.window { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        if isDelta {
            lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)")
        } else if let map = playlist.material.map {
            lines.append("#EXT-X-MAP:URI=\"\(map)\"")
        }
        return lines
    }

    private func segment(_ number: Int) -> [String] {
        let segment = playlist.segment(number)
        var lines = boundary(number)
        if let date = playlist.startDate { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(stamp(date + playlist.start(of: number)))") }
        if playlist.lowLatency != nil, number >= firstWithParts { lines += parts(of: number, count: segment.parts.count) }
        return lines + ["#EXTINF:\(seconds(segment.duration)),", segment.uri]
    }

    private func boundary(_ number: Int) -> [String] {
        playlist.isDiscontinuous(number) ? ["#EXT-X-DISCONTINUITY"] : []
    }

    private func parts(of number: Int, count: Int) -> [String] {
        playlist.segment(number).parts.prefix(count).enumerated().map { index, part in
            var attributes = ["DURATION=\(seconds(part.duration))", resource(number, index)]
            if playlist.lowLatency?.usesByteRanges == true { attributes.append("BYTERANGE=\"\(part.size)@\(offset(number, index))\"") }
            if part.independent { attributes.append("INDEPENDENT=YES") }
            return "#EXT-X-PART:" + attributes.joined(separator: ",")
        }
    }

    private func hint(segment number: Int, part: Int) -> String {
        var attributes = ["TYPE=PART", resource(number, part)]
        if playlist.lowLatency?.usesByteRanges == true { attributes.append("BYTERANGE-START=\(offset(number, part))") }
        return "#EXT-X-PRELOAD-HINT:" + attributes.joined(separator: ",")
    }

    private func resource(_ number: Int, _ part: Int) -> String {
        let segment = playlist.segment(number)
        return "URI=\"\(playlist.lowLatency?.usesByteRanges == true ? segment.uri : segment.parts[part].uri)\""
    }

    private func offset(_ number: Int, _ part: Int) -> Int {
        playlist.segment(number).parts[..<part].reduce(0) { $0 + $1.size }
    }

    private var reports: [String] {
        guard let lowLatency = playlist.lowLatency, !state.hasEnded else { return [] }
        let isWhole = state.parts == 0
        let last = state.segments.upperBound - (isWhole ? 1 : 0)
        guard last >= 0 else { return [] }
        let part = (isWhole ? playlist.segment(last).parts.count : state.parts) - 1
        return lowLatency.renditionReports.map {
            "#EXT-X-RENDITION-REPORT:URI=\"\($0)\",LAST-MSN=\(playlist.firstSequence + last),LAST-PART=\(max(0, part))"
        }
    }

    /// Parts stay in the list for three target durations from its end.
    private var firstWithParts: Int { firstNumber(within: Double(playlist.targetDuration * 3)) }
    private var skipUntil: Double { Double(playlist.targetDuration * 6) }

    private var skippable: Int {
        guard playlist.lowLatency?.skips == true else { return 0 }
        return max(0, firstNumber(within: skipUntil) - state.segments.lowerBound)
    }

    private func firstNumber(within length: Double) -> Int {
        let edge = playlist.start(of: state.segments.upperBound)
        return state.segments.first { playlist.start(of: $0) >= edge - length - LivePlaylist.tolerance } ?? state.segments.upperBound
    }

    private func seconds(_ value: Double) -> String { String(format: "%.6f", value) }

    private func stamp(_ date: Double) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(Date(timeIntervalSince1970: date))
    }
}
