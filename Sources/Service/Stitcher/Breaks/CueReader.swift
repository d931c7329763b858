// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
public import WindowboxHLS

/// Reads the ad markers of a playlist.
public struct CueReader: Hashable, Sendable {
    public var meaning = SpliceInterpretation.standard
    /// Whether only EXT-X-DATERANGE counts, for origins that write two forms that differ.
    public var takesDateRangesOnly = false

    public init() {}

    public struct Reading: Hashable, Sendable {
        /// In order of time.
        public var cues: [BreakCue]
        /// Markers that could not be understood.
        public var problems: [String]
    }

    /// - Parameters:
    ///   - playlist: any rendition.
    ///   - times: the start of each segment on the stream's clock, and finally the start of the next one.
    public func read(_ playlist: MediaPlaylist, times: [Double]) -> Reading {
        var reading = Reading(cues: [], problems: [])
        if !takesDateRangesOnly {
            // Tags before the first segment's own or after the last segment belong to no segment; their line shows which they are.
            let loose = playlist.unknownTags.filter(\.isMarker)
            let head = loose.filter { playlist.isEndList || $0.line <= 2 * playlist.segments.count + 1 }
            for (index, segment) in playlist.segments.enumerated() where !segment.unknownTags.isEmpty || index == 0 && !head.isEmpty {
                read((index == 0 ? head : []) + segment.unknownTags, at: times[index], &reading)
            }
            let tail = loose.dropFirst(head.count) + (playlist.upcoming?.unknownTags ?? [])
            if !tail.isEmpty, let end = times.last { read(Array(tail), at: end, &reading) }
        }
        let clock = DateClock(playlist, times)
        for range in playlist.dateRanges { read(range, clock, &reading) }
        let order = reading.cues.indices.sorted { (reading.cues[$0].time, $0) < (reading.cues[$1].time, $1) }
        reading.cues = order.map { reading.cues[$0] }
        return reading
    }

    /// Reads the tags of one segment. Several tags for the same event become one cue.
    private func read(_ tags: [UnknownTag], at time: Double, _ reading: inout Reading) {
        var metadata: [String: String] = [:]
        var spliced: [BreakCue] = []
        var cues: [BreakCue] = []
        for tag in tags {
            guard let marker = BreakMarker(rawValue: tag.name) else { continue }
            let value = tag.value ?? ""
            switch marker {
            case .asset: metadata.merge(MarkerAttributes(value).values) { $1 }
            case .openCable: spliced += splice(value, .openCable, time, &reading)
            case .splicePoint: spliced += splice(value, .splicePoint, time, &reading)
            case .splice:
                let attributes = MarkerAttributes(value)
                var found = attributes.values["CUE"].map { splice($0, .splice, time, &reading) } ?? []
                if found.isEmpty, let cue = flagged(attributes, time) { found = [cue] }
                spliced += found
            case .out: cues.append(out(value, time, &reading))
            case .proceeding, .span: cues.append(proceeding(value, marker == .span ? .cueSpan : .cueOutCont, time, &reading))
            case .back: cues.append(BreakCue(.back, source: .cueIn, time: time))
            case .cue: if let cue = named(MarkerAttributes(value), time) { cues.append(cue) }
            }
        }
        // A section next to a plain tag describes the same event.
        for section in spliced {
            if let index = cues.firstIndex(where: {
                ($0.kind == section.kind || section.kind == .out && $0.kind == .proceeding) && $0.splice == nil
            }) {
                cues[index].id = cues[index].id ?? section.id
                cues[index].duration = cues[index].duration ?? section.duration
                cues[index].returnsAutomatically = section.returnsAutomatically
                cues[index].splice = section.splice
            } else {
                cues.append(section)
            }
        }
        for index in cues.indices { cues[index].metadata.merge(metadata) { own, _ in own } }
        reading.cues += cues
    }

    func splice(_ text: String, _ source: BreakCue.Source, _ time: Double, _ reading: inout Reading) -> [BreakCue] {
        guard let bytes = SpliceText.bytes(text) else {
            reading.problems.append("The section \(text.prefix(60)) is neither base64 nor hexadecimal.")
            return []
        }
        return splice(bytes, source, time, &reading)
    }

    func splice(_ bytes: [UInt8], _ source: BreakCue.Source, _ time: Double, _ reading: inout Reading) -> [BreakCue] {
        do throws(SpliceError) {
            let info = try SpliceInfo.read(bytes)
            return meaning.events(of: info.info).map { event in
                var cue = BreakCue(event.kind, source: source, time: time, id: event.id, duration: event.duration)
                cue.returnsAutomatically = event.returnsAutomatically
                cue.splice = bytes
                return cue
            }
        } catch {
            reading.problems.append("A section of SCTE 35 can't be read: \(error.description)")
            return []
        }
    }
}

extension UnknownTag {
    var isMarker: Bool { BreakMarker.names.contains(name) }
}
