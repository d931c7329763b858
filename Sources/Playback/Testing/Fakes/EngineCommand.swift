// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine
public import WindowboxMedia
public import WindowboxStreaming

/// A command from a player to its engine. Its text form is like `load a.m3u8 #1`, with the number of the item.
public enum EngineCommand: Hashable, Sendable {
    /// - Parameter address: nil for an item without media.
    case load(address: String?, ItemID, at: StartPosition)
    /// - Parameter address: nil discards what was prepared.
    case prepare(address: String?, ItemID)
    /// Ranges that must not be played, in seconds on the item's timeline.
    case block([TimeRange], ItemID)
    /// The player knows that the prepared item is now the current one.
    case advanced(ItemID)
    /// Stop, and discard the prepared item.
    case unload
    /// Play from now on.
    case play
    /// Pause from now on.
    case pause
    /// Media seconds per second; negative for backwards.
    case rate(Double)
    /// 0...2.
    case volume(Double)
    /// Mute or unmute.
    case muted(Bool)
    /// Processing of audio and video after decoding.
    case processing(MediaProcessing)
    /// Limits of quality for this item and later ones.
    case limit(QualityLimits)
    /// Select the audio, subtitles or variant of an item.
    case select(Selection, ItemID)
    /// The target in seconds on the item's timeline, without its tolerances.
    case seek(Double)
    /// Pause until ``endScrubbing(time:)``.
    case beginScrubbing
    /// - Parameter time: the target; nil stays at the current position.
    case endScrubbing(time: Double?)
    /// Frames to step by; negative for backwards.
    case step(Int)
    /// End the interstitial, if it may be skipped.
    case skipInterstitial
    /// Mute, and end everything.
    case shutDown
}

extension EngineCommand: CustomStringConvertible {
    public var description: String {
        switch self {
        case .load(let address, let id, let start):
            "load \(address ?? "-") #\(id.number)" + (start == .automatic ? "" : " at \(start)")
        case .prepare(let address?, let id): "prepare \(address) #\(id.number)"
        case .prepare(nil, let id): "forget #\(id.number)"
        case .block(let ranges, let id): "block \(ranges.map { "\($0.start)-\($0.end)" }.joined(separator: " ")) #\(id.number)"
        case .advanced(let id): "advanced #\(id.number)"
        case .unload: "unload"
        case .play: "play"
        case .pause: "pause"
        case .rate(let rate): "rate \(rate)"
        case .volume(let volume): "volume \(volume)"
        case .muted(let isMuted): isMuted ? "mute" : "unmute"
        case .processing(let processing): processing.isNightMode ? "night mode" : "processing"
        case .limit(let limits): "limit \(limits.bitrate ?? 0)"
        case .select(let selection, let id): "select \(selection) #\(id.number)"
        case .seek(let time): "seek \(time)"
        case .beginScrubbing: "hold"
        case .endScrubbing(let time): "release" + (time.map { " \($0)" } ?? "")
        case .step(let count): "step \(count)"
        case .skipInterstitial: "skip"
        case .shutDown: "shut down"
        }
    }
}
