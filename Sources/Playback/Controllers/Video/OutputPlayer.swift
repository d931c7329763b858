// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// Plays a video on a screen: the local player, or a remote device.
@MainActor public protocol OutputPlayer: AnyObject {
    /// Receives all events of the stream loaded last. Set by the controller.
    var report: (@MainActor (OutputEvent) -> Void)? { get set }
    /// Seconds on the stream's timeline; nil while unknown.
    var time: Double? { get }
    /// BCP 47; nil means no subtitles.
    var subtitleLanguage: String? { get }

    /// Loads a stream, paused, in place of another one.
    /// - Parameter position: seconds; nil is the default position.
    func load(_ url: String, title: String?, at position: Double?)
    /// Requests playback of the loaded stream.
    func play()
    /// Requests a pause of the loaded stream.
    func pause()
    /// - Parameter time: seconds on the stream's timeline.
    func seek(to time: Double)
    /// - Parameter language: BCP 47; nil turns subtitles off.
    func selectSubtitle(_ language: String?)
    /// Sets the style of subtitles, also for streams loaded later.
    func style(subtitles rules: [TextStyleRule])
    /// Unloads the stream and frees all resources.
    func unload()
}

extension OutputPlayer {
    /// Does nothing: a remote device may not support subtitle styles.
    public func style(subtitles rules: [TextStyleRule]) {}
}

/// An event of an output.
public enum OutputEvent: Sendable {
    /// The stream can be played.
    case ready
    /// The position in seconds, about once per second during playback.
    case time(Double)
    /// The stream was played to its end.
    case ended
    /// The stream can't be played.
    case failed(PlayerError)
    /// Another subtitle track is selected, or none.
    case subtitleChanged
}
