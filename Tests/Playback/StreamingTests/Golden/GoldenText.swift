// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Formats every action with all its facts as one line, independent of the names of types and cases.
enum GoldenText {
    static func line(_ action: StreamingAction) -> String {
        switch action {
        case .load(let load): "load " + text(load)
        case .cancel(let id): "cancel \(id.number)"
        case .discard(let contentType, let from): "discard \(contentType.name) \(from)"
        case .beginAnywhere: "anywhere"
        case .endOfStream(let contentType): "end \(contentType.name)"
        case .gap(let contentType, let range): "gap \(contentType.name) \(text(range))"
        case .pass(let contentType, let range): "pass \(contentType.name) \(text(range))"
        case .lost(let contentType, let stream, let reason): "lost \(contentType.name) \(stream) \(reason)"
        case .presentation(let presentation): "presentation " + text(presentation)
        case .timeline(let timeline): "timeline " + text(timeline)
        case .interstitials(let schedule): "interstitials " + schedule.events.map { "\($0.id) \($0.place)" }.joined(separator: " ")
        case .dateRanges(let ranges):
            "dates " + ranges.map { "\($0.id) \($0.start) \(text($0.end))" }.joined(separator: " ")
        case .rate(let rate): "rate \(rate)"
        case .jump(let target): "jump \(target)"
        case .wake(let moment): "wake \(moment.nanoseconds)"
        case .fail(let error): "fail \(error.code.name) \(error.message) \(error.url ?? "-") \(error.isTransient)"
        case .noPreview: "no preview"
        case .report(let report):
            "report \(report.url) \(report.format.contentType) \(report.body.split(separator: "\n").joined(separator: "|"))"
        }
    }

    private static func text(_ range: TimeRange) -> String { "\(range.start)...\(range.end)" }
    private static func text(_ number: Double?) -> String { number.map { "\($0)" } ?? "-" }
    private static func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "-" }

    private static func text(_ location: ResourceLocation) -> String {
        location.url + (location.span.map { "[\($0.offset)+\($0.length)]" } ?? "")
    }

    private static func text(_ load: StreamLoad) -> String {
        let limits = load.limits
        var line = "\(load.id.number) \(limits.connect) \(limits.firstByte) \(limits.idle) \(limits.whole) "
        switch load.content {
        case .playlist(let location): line += "playlist " + text(location)
        case .steering(let location): line += "steering " + text(location)
        case .segment(let segment): line += "segment " + text(segment)
        case .subtitles(let segment): line += "subtitles " + text(segment)
        case .picture(let picture):
            line += "picture \(picture.isWholeSegment) \(picture.purpose.rawValue) \(text(picture.span)) " + text(picture.segment)
        }
        return line + " {" + load.commonMediaClientData.joined(separator: ",") + "}"
    }

    private static func text(_ segment: SegmentLoad) -> String {
        var line = "\(segment.contentType.name) \(text(segment.location)) \(segment.sequence).\(text(segment.part)) \(text(segment.range))"
        line += " d\(segment.discontinuity) \(segment.startsDiscontinuity) s\(segment.stream) \(segment.startsRun)"
        line += " \(text(segment.notBefore)) \(text(segment.date)) \(segment.replaces)"
        if let map = segment.initialization { line += " map " + text(map.location) + text(map.encryption) }
        return line + text(segment.encryption)
    }

    private static func text(_ encryption: [SegmentEncryption]) -> String {
        encryption.map { " key \($0.keyURL) \($0.keyFormat) \($0.initializationVector)" }.joined()
    }

    private static func text(_ presentation: Presentation) -> String {
        var line = presentation.variants.map { "\($0.bandwidth) \($0.excluded ?? "")" }.joined(separator: ";")
        line += " audio " + presentation.audio.map(\.name).joined(separator: ";") + " subtitles "
        line += presentation.subtitles.map(\.name).joined(separator: ";")
        line += " chosen \(text(presentation.chosenAudio)) \(text(presentation.chosenSubtitles))"
        return line + " " + presentation.contentTypes.map(\.name).joined(separator: "+")
    }

    private static func text(_ timeline: Timeline) -> String {
        "\(timeline.kind) \(text(timeline.duration)) \(text(timeline.seekable)) \(text(timeline.livePosition)) "
            + "\(text(timeline.dateOfZero)) \(timeline.targetDuration)"
    }
}
