// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming
import WindowboxTransmux

extension BrowserAction {
    /// Encodes actions for the page, each with a leading byte for its kind. `Web/Source/wire.js` decodes them.
    public static func wire(_ actions: [BrowserAction]) -> [UInt8] {
        var writer = WireWriter()
        for action in actions { action.write(&writer) }
        return writer.bytes
    }

    private func write(_ writer: inout WireWriter) {
        func begin(_ code: UInt8) { writer.put(code) }
        func begin(_ code: UInt8, _ kind: TrackKind, _ number: Int) {
            writer.put(code)
            writer.put(kind.rawValue)
            writer.put(number)
        }
        switch self {
        case .fetch(let fetch):
            begin(0)
            writer.put(fetch.id)
            writer.put(fetch.url)
            writer.put(fetch.span != nil)
            if let span = fetch.span {
                writer.put(Double(span.offset))
                writer.put(Double(span.length))
            }
            writer.put(fetch.limits.connect)
            writer.put(fetch.limits.firstByte)
            writer.put(fetch.limits.idle)
            writer.put(fetch.limits.whole)
            writer.put(fetch.body != nil)
            if let body = fetch.body { writer.put(body) }
        case .cancel(let id):
            begin(1)
            writer.put(id)
        case .open(let descriptions):
            begin(2)
            writer.put(descriptions.count)
            for description in descriptions {
                writer.put(description.kind.rawValue)
                writer.put(description.codec)
            }
        case .change(let kind, let number, let codec):
            begin(3, kind, number)
            writer.put(codec)
        case .append(let kind, let number, let offset, let bytes):
            begin(4, kind, number)
            writer.put(offset)
            writer.put(bytes)
        case .reset(let kind, let number): begin(5, kind, number)
        case .remove(let kind, let number, let range):
            begin(6, kind, number)
            writer.put(range.start)
            writer.put(range.end)
        case .retry(let kind):
            begin(7)
            writer.put(kind.rawValue)
        case .duration(let duration):
            begin(8)
            writer.put(duration)
        case .seekable(let range):
            begin(9)
            writer.put(range.start)
            writer.put(range.end)
        case .end: begin(10)
        case .seek(let time):
            begin(11)
            writer.put(time)
        case .rate(let rate):
            begin(12)
            writer.put(rate)
        case .wake(let moment):
            begin(13)
            writer.put(moment.seconds)
        case .presentation(let presentation):
            begin(14)
            writer.put(presentation)
        case .timeline(let timeline):
            begin(15)
            writer.put(timeline)
        case .variant(let index, let time):
            begin(16)
            writer.put(index)
            writer.put(time)
        case .cues(let cues):
            begin(17)
            writer.put(cues.count)
            for cue in cues {
                writer.put(cue.range.start)
                writer.put(cue.range.end)
                writer.put(cue.settings)
                writer.put(cue.text)
            }
        case .discardCues(let time):
            begin(18)
            writer.put(time)
        case .warning(let text):
            begin(19)
            writer.put(text)
        case .fail(let error):
            begin(20)
            writer.put(error.code.name)
            writer.put(error.message)
            writer.put(error.url)
            writer.put(error.isTransient)
        case .journal(let lines):
            begin(21)
            writer.put(lines)
        case .report(let report):
            begin(22)
            writer.put(report.url)
            writer.put(report.format.contentType)
            writer.put(report.body)
        case .throughput(let rate):
            begin(23)
            writer.put(rate)
        case .convert(let id, let bytes, let isEnd, let key):
            begin(24)
            writer.put(id)
            writer.put(bytes)
            writer.put(isEnd)
            writer.put(key.map { $0.key + $0.vector } ?? [])
        case .readCaptions(let initialization):
            begin(25)
            writer.put(initialization)
        case .dateRanges(let ranges):
            begin(26)
            writer.put(ranges.count)
            for range in ranges { writer.put(range) }
        case .protection(let action):
            begin(27)
            writer.put(action)
        case .metadata(let cues):
            begin(28)
            writer.put(cues.count)
            for cue in cues { writer.put(cue) }
        case .discardMetadata(let time):
            begin(29)
            writer.put(time)
        }
    }
}

extension WireWriter {
    mutating func put(_ cue: MetadataCue) {
        put(cue.number)
        put(cue.start)
        put(cue.end)
        put(cue.frame.name)
        put(cue.frame.key)
        // All text and URL frames have text, if only an empty one.
        let isText = cue.frame.name.utf8.first == UInt8(ascii: "T") || cue.frame.name.utf8.first == UInt8(ascii: "W")
        put(isText ? cue.frame.text : nil)
        put(isText ? [] : cue.frame.data)
    }

    mutating func put(_ range: TimedDateRange) {
        put(range.id)
        put(range.classification)
        put(range.start)
        put(range.end)
        put(range.attributes.count)
        for attribute in range.attributes {
            put(attribute.name)
            put(attribute.value)
        }
        for splice in [range.spliceOut, range.spliceIn, range.spliceCommand] {
            put(splice != nil)
            if let splice { put(splice) }
        }
        put(range.isInterstitial)
    }

    mutating func put(_ presentation: Presentation) {
        put(presentation.variants.count)
        for variant in presentation.variants {
            put(variant.bandwidth)
            put(variant.size?.width ?? 0)
            put(variant.size?.height ?? 0)
            put(variant.frameRate)
            put(variant.codecs)
            put(variant.excluded)
        }
        for renditions in [presentation.audio, presentation.subtitles] {
            put(renditions.count)
            for rendition in renditions {
                put(rendition.name)
                put(rendition.language)
                put(rendition.characteristics)
                put((rendition.isDefault ? 1 : 0) | (rendition.isForced ? 2 : 0) | (rendition.isAutoselect ? 4 : 0))
            }
        }
        put(presentation.chosenAudio)
        put(presentation.chosenSubtitles)
    }

    mutating func put(_ timeline: Timeline) {
        let kind: UInt8 =
            switch timeline.kind {
            case .onDemand: 0
            case .live: 1
            case .dvr: 2
            }
        put(kind)
        put(timeline.duration)
        put(timeline.seekable.start)
        put(timeline.seekable.end)
        put(timeline.livePosition)
        put(timeline.dateOfZero)
    }
}
