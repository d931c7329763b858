// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// What brings a video to a screen: the player of this machine, or a device elsewhere.
@MainActor public protocol OutputPlayer: AnyObject {
    /// Called with everything that happens to what was loaded last. The controller sets it.
    var report: (@MainActor (OutputEvent) -> Void)? { get set }
    /// Seconds on the stream's timeline; nil while unknown.
    var time: Double? { get }
    /// BCP 47; nil is none.
    var subtitleLanguage: String? { get }

    /// Loads a stream, paused, in place of another.
    /// - Parameter position: seconds; nil is the default position.
    func load(_ url: String, title: String?, at position: Double?)
    func play()
    func pause()
    func seek(to time: Double)
    /// - Parameter language: BCP 47; nil is none.
    func selectSubtitle(_ language: String?)
    /// How subtitles look from now on, those of what is loaded later too.
    func style(subtitles rules: [TextStyleRule])
    /// Frees everything.
    func unload()
}

extension OutputPlayer {
    /// A device elsewhere may have no say in how its subtitles look.
    public func style(subtitles rules: [TextStyleRule]) {}
}

/// What an output tells.
public enum OutputEvent: Sendable {
    /// The stream can be played.
    case ready
    /// Told about each second while it plays.
    case time(Double)
    case ended
    case failed(PlayerError)
    case subtitleChanged
}
