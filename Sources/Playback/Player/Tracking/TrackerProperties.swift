// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxMedia

/// What a tracker is told of a player: its properties, and what belongs to the same moment.
@dynamicMemberLookup public struct TrackerProperties: Sendable {
    public let properties: PlayerProperties
    /// Seconds on the item's timeline; nil while unknown.
    public let time: Double?
    /// When that was recorded, for streams that carry dates.
    public let date: Date?
    /// Nil while nothing is loaded, and after a failure.
    public let metrics: Metrics?
    /// 0...2, above 1 where it is amplified; 0 while muted.
    public let volume: Double
    let audible: MediaSelectionOption
    let legible: MediaSelectionOption
    let player: TrackedPlayer

    package init(
        properties: PlayerProperties, time: Double?, date: Date?, metrics: Metrics?, volume: Double, audible: MediaSelectionOption,
        legible: MediaSelectionOption, player: TrackedPlayer
    ) {
        self.properties = properties
        self.time = time
        self.date = date
        self.metrics = metrics
        self.volume = volume
        self.audible = audible
        self.legible = legible
        self.player = player
    }

    public subscript<Value>(dynamicMember path: KeyPath<PlayerProperties, Value>) -> Value { properties[keyPath: path] }

    /// What is heard or read. Forced subtitles count as off.
    public func currentMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        characteristic == .audible ? audible : legible
    }

    /// How things are now; nil when the player is gone, or another item is the current one.
    public func current() async -> TrackerProperties? { await player.properties() }

    /// Nothing has happened in between but that time went by and loading went on.
    func differsOnlyInRanges(from other: TrackerProperties) -> Bool {
        guard audible == other.audible, legible == other.legible else { return false }
        var still = properties
        still.loadedTimeRange = other.properties.loadedTimeRange
        still.seekableTimeRange = other.properties.seekableTimeRange
        return still == other.properties
    }
}
