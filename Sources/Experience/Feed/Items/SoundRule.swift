// SPDX-License-Identifier: Apache-2.0

/// Whether videos have sound: what the person has chosen goes before everything, and is remembered.
public struct SoundRule: Hashable, Sendable {
    /// What the person chose the last time, in this run or a former one; nil: never.
    public private(set) var choice: Bool?
    private let configuration: PlayerViewConfiguration

    /// - Parameter choice: of a former run: true is silent.
    public init(_ configuration: PlayerViewConfiguration, choice: Bool? = nil) {
        self.configuration = configuration
        self.choice = choice
    }

    /// Of the full-screen player.
    public var isMuted: Bool {
        if let choice { return choice }
        // Without a button nobody could ever hear anything.
        return configuration.onFirstLaunch == .muteOnFirstLaunch && !configuration.isMuteButtonHidden
    }

    /// Of a player among other content.
    public func isMuted(embedded state: FirstDisplayMuteState) -> Bool { choice ?? (state == .standard) }

    /// - Returns: what is to be remembered.
    public mutating func choose(isMuted: Bool) -> Bool {
        choice = isMuted
        return isMuted
    }
}
