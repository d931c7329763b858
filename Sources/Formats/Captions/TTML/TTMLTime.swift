// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxXML

/// The time base of a TTML document (TTML2 7.2) and its time expressions (TTML2 12.3).
struct TTMLClock {
    var frameRate: Int64 = 30
    var multiplier: (numerator: Int64, denominator: Int64) = (1, 1)
    var subFrameRate: Int64 = 1
    var tickRate: Int64 = 1
    var isSMPTE = false
    /// The drop mode, by which frame numbers are skipped so that the time code matches real time (SMPTE ST 12-1).
    enum Drop { case none, ntsc, pal }
    var drop = Drop.none
    /// Whether all times are relative to the document and the times of spans mark when they are sung, as in Apple's lyrics.
    let isLyrics: Bool

    init(_ root: MarkupElement) {
        func positive(_ name: String) -> Int64? {
            root.attribute(name).flatMap { Int64($0.trimmedOfSpace) }.flatMap { (1...100_000_000).contains($0) ? $0 : nil }
        }
        let rate = positive("frameRate")
        frameRate = rate ?? 30
        subFrameRate = positive("subFrameRate") ?? 1
        if let parts = root.attribute("frameRateMultiplier")?.split(whereSeparator: { $0 == " " || $0 == ":" }).compactMap({ Int64($0) }),
            parts.count == 2, parts.allSatisfy({ (1...100_000).contains($0) })
        {
            multiplier = (parts[0], parts[1])
        }
        tickRate = positive("tickRate") ?? (rate == nil ? 1 : frameRate * subFrameRate)
        isSMPTE = root.attribute("timeBase") == "smpte"
        switch root.attribute("dropMode") {
        case "dropNTSC": drop = .ntsc
        case "dropPAL": drop = .pal
        default: drop = .none
        }
        isLyrics = root.attributes.contains { $0.name == "timing" && $0.namespace == "http://music.apple.com/lyric-ttml-internal" }
    }

    /// Parses a time expression; nil if it is invalid.
    func time(_ expression: String) -> MediaTime? {
        var text = expression.trimmedOfSpace
        return text.withUTF8 { text in text.contains(UInt8(ascii: ":")) ? clockTime(text) : offsetTime(text) }
    }

    private func clockTime(_ text: ByteText) -> MediaTime? {
        let fields = text.split(separator: UInt8(ascii: ":"), maxSplits: 5, omittingEmptySubsequences: false).map { ByteText(rebasing: $0) }
        // TTML requires hours, but Apple's lyrics omit them.
        if fields.count == 2, let minutes = Self.integer(fields[0]), let (seconds, fraction) = Self.decimal(fields[1]), seconds < 61 {
            return MediaTime(value: minutes * 60 + seconds, timescale: 1) + fraction
        }
        guard fields.count == 3 || fields.count == 4, let hours = Self.integer(fields[0]), let minutes = Self.integer(fields[1]),
            minutes < 60
        else { return nil }
        let whole = (hours * 60 + minutes) * 60
        guard fields.count == 4 else {
            guard let (seconds, fraction) = Self.decimal(fields[2]), seconds < 61 else { return nil }
            let clock = MediaTime(value: whole + seconds, timescale: 1) + fraction
            return isSMPTE ? frames(whole + seconds, 0, 0, plus: fraction) : clock
        }
        let parts = fields[3].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false).map {
            ByteText(rebasing: $0)
        }
        guard let seconds = Self.integer(fields[2]), seconds < 61, let frame = Self.integer(parts[0]), frame < 100_000 else { return nil }
        let subFrame = parts.count == 2 ? Self.integer(parts[1]) ?? 0 : 0
        return frames(whole + seconds, frame, subFrame, plus: .zero)
    }

    /// The media time of a frame. In SMPTE time each time code second has `frameRate` frames, whatever their duration; in media time
    /// only the frames after the seconds are converted.
    private func frames(_ seconds: Int64, _ frame: Int64, _ subFrame: Int64, plus fraction: MediaTime) -> MediaTime {
        guard isSMPTE, multiplier.numerator != multiplier.denominator else {
            return MediaTime(value: seconds, timescale: 1) + frameTime(frame, subFrame) + fraction
        }
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: frameRate)
        // Absurd time codes only need to be late.
        guard !overflow, whole < 1 << 62 else { return MediaTime(value: seconds, timescale: 1) }
        var count = whole + frame
        let minutes = seconds / 60
        switch drop {
        case .none: break
        // Two frames each minute except each tenth.
        case .ntsc: count -= 2 * (minutes - minutes / 10)
        // Four frames each second minute except each twentieth.
        case .pal: count -= 4 * (minutes / 2 - minutes / 20)
        }
        return frameTime(count, subFrame) + fraction
    }

    private func frameTime(_ frame: Int64, _ subFrame: Int64) -> MediaTime {
        let (parts, isLong) = frame.multipliedReportingOverflow(by: subFrameRate)
        let (sum, isLonger) = parts.addingReportingOverflow(subFrame)
        let (count, overflow) = sum.multipliedReportingOverflow(by: multiplier.denominator)
        let (scale, isFine) = (frameRate * subFrameRate).multipliedReportingOverflow(by: multiplier.numerator)
        guard !isLong, !isLonger, !overflow, !isFine, scale > 0, scale <= Int64(Int32.max) else {
            return MediaTime(seconds: Double(frame) / Double(frameRate) * Double(multiplier.denominator) / Double(multiplier.numerator))
        }
        return MediaTime(value: count, timescale: Int32(scale))
    }

    /// Parses numbers with a metric each. TTML allows only one; several are added up.
    private func offsetTime(_ text: ByteText) -> MediaTime? {
        var sum: MediaTime?
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, text[index].isDigit || text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
                index += 1
            }
            guard index > start, let (whole, fraction) = Self.decimal(text.slice(start, index)) else { return nil }
            let metric = index
            while index < text.count, text[index].isLetter { index += 1 }
            guard let part = offset(whole, fraction, in: text.slice(metric, index)) else { return nil }
            sum = sum.map { $0 + part } ?? part
        }
        return sum
    }

    private func offset(_ whole: Int64, _ fraction: MediaTime, in metric: ByteText) -> MediaTime? {
        func scaled(_ factor: Int64, _ scale: Int64) -> MediaTime {
            guard scale <= Int64(Int32.max) else { return MediaTime(seconds: Double(whole) * Double(factor) / Double(scale)) }
            let base = MediaTime(value: whole * factor, timescale: Int32(scale))
            if fraction == .zero { return base }
            return base + MediaTime(seconds: fraction.seconds * Double(factor) / Double(scale))
        }
        switch metric.string {
        case "h": return scaled(3600, 1)
        case "m": return scaled(60, 1)
        // TTML requires a metric; some files omit it for seconds.
        case "s", "": return MediaTime(value: whole, timescale: 1) + fraction
        case "ms": return scaled(1, 1000)
        case "f": return fraction == .zero ? frameTime(whole, 0) : scaled(multiplier.denominator, frameRate * multiplier.numerator)
        case "t": return scaled(1, tickRate)
        default: return nil
        }
    }

    private static func integer(_ text: ByteText) -> Int64? {
        guard !text.isEmpty, text.count <= 12, text.allSatisfy(\.isDigit) else { return nil }
        return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Splits a decimal number into whole seconds and a fraction, exact to a microsecond.
    private static func decimal(_ text: ByteText) -> (Int64, MediaTime)? {
        // TTML requires a point; files converted from SubRip have commas.
        let point = text.position(of: UInt8(ascii: ".")) ?? text.position(of: UInt8(ascii: ","))
        guard let whole = integer(text.slice(0, point ?? text.count)) else { return nil }
        guard let point else { return (whole, .zero) }
        let digits = text.slice(from: point + 1)
        guard digits.allSatisfy(\.isDigit) else { return nil }
        var value: Int64 = 0
        for index in 0..<6 { value = value * 10 + (index < digits.count ? Int64(digits[index] - 0x30) : 0) }
        return (whole, value % 1000 == 0 ? MediaTime(value: value / 1000, timescale: 1000) : MediaTime(value: value, timescale: 1_000_000))
    }
}

extension String {
    var trimmedOfSpace: String {
        var text = self
        return text.withUTF8 { $0.trimmed.string }
    }
}
