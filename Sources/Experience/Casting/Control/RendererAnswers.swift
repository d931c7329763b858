// SPDX-License-Identifier: Apache-2.0

/// A renderer's transport state (AVTransport:1, 2.2.1).
enum TransportState: Hashable, Sendable {
    case stopped, playing, transitioning, paused, empty
    case other

    init(_ text: String) {
        self =
            switch text {
            case "STOPPED": .stopped
            case "PLAYING": .playing
            case "TRANSITIONING": .transitioning
            case "PAUSED_PLAYBACK": .paused
            case "NO_MEDIA_PRESENT": .empty
            default: .other
            }
    }
}

/// A renderer's response to a status request.
struct RendererStatus: Hashable, Sendable {
    var state: TransportState
    /// It reports a playback error (TransportStatus ERROR_OCCURRED).
    var hasFailed = false
    /// Seconds from the start of the media; nil if unknown.
    var position: Double?
    /// In seconds; nil if unknown.
    var duration: Double?
}

extension RendererStatus {
    init(transport: [String: String], position: [String: String]) {
        state = TransportState(transport["CurrentTransportState"] ?? "")
        hasFailed = transport["CurrentTransportStatus"] == "ERROR_OCCURRED"
        self.position = (position["RelTime"]).flatMap(ClockText.seconds)
        duration = position["TrackDuration"].flatMap(ClockText.seconds).flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The time format of renderers, `H+:MM:SS[.F+]` (AVTransport:1, 2.2.14).
enum ClockText {
    /// Nil for `NOT_IMPLEMENTED` and invalid values.
    static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]), (0..<100_000).contains(hours),
            (0..<60).contains(minutes)
        else { return nil }
        // A fraction may be a quotient, F0/F1.
        let pair = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = Int(pair[0]), (0..<60).contains(whole) else { return nil }
        var fraction = 0.0
        if pair.count == 2 {
            let quotient = pair[1].split(separator: "/", maxSplits: 1).map { Double($0) ?? 0 }
            if quotient.count == 2 {
                fraction = quotient[1] > 0 ? quotient[0] / quotient[1] : 0
            } else {
                fraction = Double("0." + pair[1]) ?? 0
            }
        }
        guard fraction.isFinite else { return nil }
        return Double(hours * 3600 + minutes * 60 + whole) + min(max(fraction, 0), 1)
    }

    /// Whole seconds, rounded down: not every renderer accepts fractions.
    static func text(_ seconds: Double) -> String {
        let whole = seconds.isNaN ? 0 : Int(min(max(seconds, 0), 3.6e8))
        return "\(whole / 3600):\(twoDigits(whole / 60 % 60)):\(twoDigits(whole % 60))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
