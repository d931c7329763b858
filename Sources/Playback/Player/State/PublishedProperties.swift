// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// The current item's published properties: those that change occasionally are observable one by one, and all of them together are sent to
/// the listeners of ``Player/propertiesUpdates``.
@MainActor @Observable final class PublishedProperties {
    private(set) var playbackState = PlaybackState.idle
    private(set) var isBuffering = false
    private(set) var streamType = StreamType.unknown
    private(set) var mediaType = MediaType.unknown
    private(set) var duration: Double?
    private(set) var presentationSize: PixelSize?
    private(set) var rate = 0.0
    @ObservationIgnored private(set) var properties = PlayerProperties()
    @ObservationIgnored private let updates = Broadcast<PlayerProperties>()
    @ObservationIgnored let speed: SpeedController

    init(speed: SpeedController) { self.speed = speed }

    var propertiesUpdates: AsyncStream<PlayerProperties> { updates.listen(buffering: .bufferingNewest(1), first: properties) }

    /// Publishes the properties that have changed.
    /// - Returns: whether any has.
    func publish(_ next: PlayerProperties) -> Bool {
        guard next != properties else { return false }
        properties = next
        if playbackState != next.playbackState { playbackState = next.playbackState }
        if isBuffering != next.isBuffering { isBuffering = next.isBuffering }
        if streamType != next.streamType { streamType = next.streamType }
        if mediaType != next.mediaType { mediaType = next.mediaType }
        if presentationSize != next.presentationSize { presentationSize = next.presentationSize }
        if duration != next.duration { duration = next.duration }
        if rate != next.rate { rate = next.rate }
        updates.send(next)
        return true
    }
}
