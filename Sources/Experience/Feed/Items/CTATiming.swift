// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// When a video's call-to-action button appears and is highlighted, in media time.
public struct CTATiming: Hashable, Sendable {
    /// How the button is shown.
    public enum Appearance: Hashable, Sendable { case hidden, shown, highlighted }

    /// Seconds from the start.
    public let shownAt: Double
    /// Seconds from the start; not before ``shownAt``.
    public let highlightedAt: Double
    /// The furthest position in this pass: once visible, the button stays even after seeking back.
    private var reached = 0.0

    /// - Parameter duration: in seconds; nil for live streams.
    public init(_ configuration: CTAButtonConfiguration, duration: Double?) {
        shownAt = configuration.delay.seconds(of: duration)
        highlightedAt = shownAt + configuration.highlightDelay.seconds(of: duration)
    }

    /// - Parameter position: in seconds; going back changes nothing.
    public mutating func appearance(at position: Double) -> Appearance {
        if position.isFinite { reached = max(reached, position) }
        return reached >= highlightedAt ? .highlighted : reached >= shownAt ? .shown : .hidden
    }

    /// Resets when the video restarts.
    public mutating func beginPass() { reached = 0 }
}

/// The result of a click on a video's call-to-action button.
public enum CTAOutcome: Hashable, Sendable {
    /// The host handled it.
    case handledByHost
    /// Open this URL in the browser.
    case open(url: String)
    /// The URL must not be opened.
    case refused

    /// - Parameters:
    ///   - cta: the video's call to action.
    ///   - isHandled: the host delegate's answer; false if there is no delegate.
    public init(_ cta: CallToAction, isHandled: Bool) {
        if isHandled { self = .handledByHost } else { self = OpenableAddress.isSafe(cta.url) ? .open(url: cta.url) : .refused }
    }
}

/// Which URLs from a service or a shop may be opened: web, mail and telephone. Other schemes could run programs.
public enum OpenableAddress {
    /// Whether the URL has a permitted scheme, at most 8,192 bytes, and no white space.
    public static func isSafe(_ url: String) -> Bool {
        guard url.utf8.count <= 8192, let colon = url.firstIndex(of: ":"), !url.unicodeScalars.contains(where: { $0.value <= 0x20 }) else {
            return false
        }
        return ["http", "https", "mailto", "tel"].contains(url[..<colon].lowercased())
    }
}
