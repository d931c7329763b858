// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// When a video's button is seen and when it is highlighted, on the video's own time.
public struct CTATiming: Hashable, Sendable {
    public enum Appearance: Hashable, Sendable { case hidden, shown, highlighted }

    /// Seconds from the beginning.
    public let shownAt: Double
    public let highlightedAt: Double
    /// Once seen it stays for this pass, wherever somebody seeks.
    private var reached = 0.0

    /// - Parameter duration: seconds; nil for live streams.
    public init(_ configuration: CTAButtonConfiguration, duration: Double?) {
        shownAt = configuration.delay.seconds(of: duration)
        highlightedAt = shownAt + configuration.highlightDelay.seconds(of: duration)
    }

    /// - Parameter position: seconds; going back changes nothing.
    public mutating func appearance(at position: Double) -> Appearance {
        if position.isFinite { reached = max(reached, position) }
        return reached >= highlightedAt ? .highlighted : reached >= shownAt ? .shown : .hidden
    }

    /// The video begins anew.
    public mutating func beginPass() { reached = 0 }
}

/// What becomes of a click on a video's button.
public enum CTAOutcome: Hashable, Sendable {
    /// The host did something of its own.
    case handledByHost
    case open(url: String)
    /// The address can't be opened here.
    case refused

    /// - Parameters:
    ///   - cta: of the video.
    ///   - isHandled: what the host's delegate answered; false without one.
    public init(_ cta: CallToAction, isHandled: Bool) {
        if isHandled { self = .handledByHost } else { self = OpenableAddress.isSafe(cta.url) ? .open(url: cta.url) : .refused }
    }
}

/// Which addresses from a service or a shop are opened: the web's, and those of mail and telephone. Others could run something.
public enum OpenableAddress {
    public static func isSafe(_ url: String) -> Bool {
        guard url.utf8.count <= 8192, let colon = url.firstIndex(of: ":"), !url.unicodeScalars.contains(where: { $0.value <= 0x20 }) else {
            return false
        }
        return ["http", "https", "mailto", "tel"].contains(url[..<colon].lowercased())
    }
}
