// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import WindowboxMedia

/// A player's properties for a tracker, with the other values of the same moment.
@dynamicMemberLookup public struct TrackerProperties: Sendable {
    /// The player's observable properties, which are also members of this value.
    public let properties: PlayerProperties
    /// Seconds on the item's timeline; nil while unknown.
    public let time: Double?
    /// The date of ``time``, for streams with dates.
    public let date: Date?
    /// nil while nothing is loaded and after a failure.
    public let metrics: Metrics?
    /// 0...2, above 1 if amplified; 0 while muted.
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

    /// The value of a property in ``properties``.
    public subscript<Value>(dynamicMember path: KeyPath<PlayerProperties, Value>) -> Value { properties[keyPath: path] }

    /// The option that is heard or shown. Forced subtitles count as off.
    public func currentMediaOption(for characteristic: MediaCharacteristic) -> MediaSelectionOption {
        characteristic == .audible ? audible : legible
    }

    /// The current values; nil if the player is gone or another item is current.
    public func current() async -> TrackerProperties? { await player.properties() }

    /// Whether nothing has changed except loaded and seekable ranges.
    func differsOnlyInRanges(from other: TrackerProperties) -> Bool {
        guard audible == other.audible, legible == other.legible else { return false }
        var still = properties
        still.loadedTimeRange = other.properties.loadedTimeRange
        still.seekableTimeRange = other.properties.seekableTimeRange
        return still == other.properties
    }
}
