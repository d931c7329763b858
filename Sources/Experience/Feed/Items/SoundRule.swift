// SPDX-License-Identifier: Apache-2.0

/// Whether videos are muted. The user's choice overrides everything and is remembered.
public struct SoundRule: Hashable, Sendable {
    /// The user's last choice, from this or an earlier run: true is muted; nil if never chosen.
    public private(set) var choice: Bool?
    private let configuration: PlayerViewConfiguration

    /// - Parameter choice: from an earlier run: true is muted.
    public init(_ configuration: PlayerViewConfiguration, choice: Bool? = nil) {
        self.configuration = configuration
        self.choice = choice
    }

    /// For the full-screen player.
    public var isMuted: Bool {
        if let choice { return choice }
        // Without a mute button, nobody could ever unmute.
        return configuration.onFirstLaunch == .muteOnFirstLaunch && !configuration.isMuteButtonHidden
    }

    /// For an embedded player.
    public func isMuted(embedded state: FirstDisplayMuteState) -> Bool { choice ?? (state == .standard) }

    /// Records the user's choice.
    /// - Returns: the value to store.
    public mutating func choose(isMuted: Bool) -> Bool {
        choice = isMuted
        return isMuted
    }
}
