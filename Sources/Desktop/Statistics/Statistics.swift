// SPDX-License-Identifier: Apache-2.0

/// Playback statistics as text, updated once per second while visible.
struct Statistics {
    /// The current values.
    struct Facts: Equatable {
        var address: String?
        var server: String?
        var width: Int?
        var height: Int?
        var indicatedBitrate: Double?
        var observedBitrate: Double?
        /// Seconds buffered ahead of the position.
        var buffer: Double?
        var presented = 0
        var dropped = 0
        var stalls = 0
        var switches = 0
        var bytes = 0
        var startup: Double?
        var isPlaying = true
        var speed = 1.0
        var volume = 1.0
        var isMuted = false
        var decoder: String?
    }

    struct Row: Equatable {
        var key: String
        var value: String
    }

    private var last: (presented: Int, now: Double)?

    /// - Parameter now: monotonic time in seconds.
    mutating func rows(_ facts: Facts, at now: Double) -> [Row] {
        let rate = frameRate(facts.presented, at: now)
        return [
            Row(key: translated("Video"), value: Self.picture(facts, rate)),
            Row(key: translated("Quality"), value: facts.indicatedBitrate.map(Self.bitrate) ?? "–"),
            Row(key: translated("Throughput"), value: facts.observedBitrate.map(Self.bitrate) ?? "–"),
            Row(key: translated("Buffer"), value: facts.buffer.map { "\(Self.tenths($0)) s" } ?? "–"),
            Row(key: translated("Frames"), value: Self.frames(facts)),
            Row(key: translated("Stalls"), value: Self.stalls(facts)),
            Row(key: translated("Downloaded"), value: Self.size(facts.bytes)),
            Row(key: translated("Startup time"), value: facts.startup.map { "\(Int(($0 * 1000).rounded())) ms" } ?? "–"),
            Row(key: translated("Volume"), value: facts.isMuted ? translated("muted") : "\(Int((facts.volume * 100).rounded())) %"),
            Row(key: translated("Decoder"), value: facts.decoder ?? "–"),
            Row(key: translated("Source"), value: facts.server ?? facts.address ?? "–"),
        ]
    }

    private mutating func frameRate(_ presented: Int, at now: Double) -> Double? {
        defer { last = (presented, now) }
        guard let last, now > last.now, presented >= last.presented else { return nil }
        return Double(presented - last.presented) / (now - last.now)
    }

    private static func frames(_ facts: Facts) -> String {
        translated("{shown} shown, {dropped} dropped", ["shown": "\(facts.presented)", "dropped": "\(facts.dropped)"])
    }

    private static func stalls(_ facts: Facts) -> String {
        translated("{stalls}, quality changes: {changes}", ["stalls": "\(facts.stalls)", "changes": "\(facts.switches)"])
    }

    private static func picture(_ facts: Facts, _ rate: Double?) -> String {
        guard let width = facts.width, let height = facts.height else { return "–" }
        guard width > 0, height > 0 else { return translated("none", context: "video") }
        var text = inOrder("\(width)×\(height)")
        if let rate, facts.isPlaying { text = translated("{size} at {rate} fps", ["size": text, "rate": "\(Int(rate.rounded()))"]) }
        return facts.speed == 1 ? text : translated("{video}, speed {speed}×", ["video": text, "speed": tenths(facts.speed)])
    }

    static func bitrate(_ bits: Double) -> String {
        guard bits.isFinite, bits >= 0 else { return "–" }
        return bits >= 999_500 ? "\(tenths(bits / 1e6)) Mbit/s" : "\(Int((bits / 1e3).rounded())) kbit/s"
    }

    static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1_000_000: "\(bytes / 1000) kB"
        case ..<1_000_000_000: "\(tenths(Double(bytes) / 1e6)) MB"
        default: "\(tenths(Double(bytes) / 1e9)) GB"
        }
    }

    private static func tenths(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "–" }
        let tenths = Int((number * 10).rounded())
        return localized(number: "\(tenths / 10).\(abs(tenths % 10))")
    }
}
