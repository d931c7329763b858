// SPDX-License-Identifier: Apache-2.0

import Observation
import WindowboxMedia

/// What a player shows of the current item: properties that change now and then are observed one by one, all of them together go to
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

    /// Publishes what differs from the properties published last.
    /// - Returns: whether anything does.
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
