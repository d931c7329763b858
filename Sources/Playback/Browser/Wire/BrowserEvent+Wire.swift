// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

extension BrowserOptions {
    /// Decodes the options from a page; nil if they are truncated.
    public init?(wire bytes: [UInt8]) {
        var reader = WireReader(bytes)
        guard let url = reader.text(), let codecs = reader.texts(), let audio = reader.texts(), let subtitles = reader.texts(),
            let goal = reader.number(), let room = reader.integer(), let lowLatency = reader.flag(),
            let throughput = reader.optionalNumber(),
            let isRecorded = reader.flag(), let hasKeys = reader.flag()
        else { return nil }
        self.init(
            url: url, codecs: codecs, audioLanguages: audio, subtitleLanguages: subtitles, bufferGoal: goal, bufferBytes: room,
            usesLowLatency: lowLatency, throughput: throughput, isRecorded: isRecorded, hasApplicationKeys: hasKeys)
    }

    var wire: [UInt8] {
        var writer = WireWriter()
        writer.put(url)
        writer.put(codecs)
        writer.put(audioLanguages)
        writer.put(subtitleLanguages)
        writer.put(bufferGoal)
        writer.put(bufferBytes)
        writer.put(usesLowLatency)
        writer.put(throughput)
        writer.put(isRecorded)
        writer.put(hasApplicationKeys)
        return writer.bytes
    }
}

extension BrowserEvent {
    /// Decodes an event from a page; nil if it is invalid. `Web/Source/wire.js` encodes them.
    public init?(wire bytes: [UInt8]) {
        var reader = WireReader(bytes)
        guard let code = reader.byte(), let event = Self.read(code, &reader) else { return nil }
        self = event
    }

    private static func read(_ code: UInt8, _ reader: inout WireReader) -> BrowserEvent? {
        switch code {
        case 0: reader.startPosition().map { .start($0) }
        case 1: reader.elementState().map { .playback($0) }
        case 2: reader.number().map { .seek(to: $0) }
        case 3: reader.number().map { .speed($0) }
        case 4:
            if let id = reader.integer(), let head = reader.responseHead() { .responded(id, head) } else { nil }
        case 5:
            if let id = reader.integer(), let bytes = reader.data() { .received(id, bytes: bytes) } else { nil }
        case 6: reader.integer().map { .completed($0) }
        case 7:
            if let id = reader.integer(), let failure = reader.failure() { .failed(id, failure) } else { nil }
        case 8:
            if let kind = reader.kind(), let number = reader.integer(), let ranges = reader.ranges() {
                .buffered(kind, number: number, ranges: ranges)
            } else {
                nil
            }
        case 9: reader.kind().map { .full($0) }
        case 10:
            if let kind = reader.kind(), let reason = reader.text() { .refused(kind, reason: reason) } else { nil }
        case 11: .woke
        case 12: reader.selection().map { .select($0) }
        case 13: reader.limits().map { .limit($0) }
        case 14: .stop
        case 15: reader.text().map { .broken($0) }
        case 16:
            if let id = reader.integer(), let result = reader.conversion() { .converted(id, result) } else { nil }
        case 17: reader.captions().map { .captioned($0) }
        case 18: reader.text().map { .captionless($0) }
        case 19: reader.protection().map { .protection($0) }
        default: nil
        }
    }
}

extension WireReader {
    mutating func kind() -> TrackKind? { byte().flatMap { TrackKind(rawValue: $0) } }

    mutating func startPosition() -> StartPosition? {
        guard let code = byte() else { return nil }
        switch code {
        case 0: return .automatic
        case 1: return number().map { .time($0) }
        case 2: return number().map { .date($0) }
        case 3: return number().map { .behindLive($0) }
        default: return nil
        }
    }

    mutating func elementState() -> ElementState? {
        guard let position = number(), let flags = byte(), let dropped = integer(), let video = ranges(), let audio = ranges() else {
            return nil
        }
        return ElementState(
            position: position, wantsToPlay: flags & 1 != 0, isReady: flags & 2 != 0, hasEnded: flags & 4 != 0, droppedFrames: dropped,
            video: video, audio: audio)
    }

    mutating func responseHead() -> ResponseHead? {
        guard let status = integer(), let url = text(), let length = optionalInteger(), let age = optionalNumber(),
            let date = optionalNumber(), let modified = optionalNumber(), let fixed = optionalText(), let dynamic = optionalText()
        else { return nil }
        return ResponseHead(
            status: status, url: url, contentLength: length, age: age, date: date, modified: modified,
            server: ServerData(fixed: fixed, dynamic: dynamic))
    }

    mutating func failure() -> LoadFailure? {
        guard let code = byte(), let status = integer(), let retry = optionalNumber(), let message = text() else { return nil }
        let causes: [LoadFailure.Cause] = [
            .status(status), .connection, .timeout, .truncated, .redirect, .key, .malformed, .unsupported, .tooLarge, .refused, .address,
        ]
        guard Int(code) < causes.count else { return nil }
        return LoadFailure(causes[Int(code)], retryAfter: retry, message: message)
    }

    mutating func selection() -> Selection? {
        guard let code = byte(), let index = optionalInteger() else { return nil }
        switch code {
        case 0: return .audio(index)
        case 1: return .subtitles(index)
        case 2: return .variant(index)
        default: return nil
        }
    }

    mutating func limits() -> QualityLimits? {
        guard let bitrate = optionalInteger(), let width = optionalInteger(), let height = optionalInteger() else { return nil }
        var size: PixelSize?
        if let width, let height { size = PixelSize(width: width, height: height) }
        return QualityLimits(bitrate: bitrate, size: size)
    }
}
