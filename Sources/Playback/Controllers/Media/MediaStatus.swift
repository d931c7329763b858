// SPDX-License-Identifier: Apache-2.0

import Observation

/// What a controller shows of its media. Each property is observed by itself.
@MainActor @Observable final class MediaStatus {
    private(set) var details = MediaDetails.none
    private(set) var phase = PlaybackPhase.idle
    private(set) var error: ControllerError?
    private(set) var dataAvailability = DataAvailability.none

    var isLoading: Bool {
        phase == .preparing || phase == .seeking || phase == .stalled || phase == .idle && dataAvailability == .loading && error == nil
    }

    func change(to phase: PlaybackPhase) { self.phase = phase }

    /// - Parameter isReported: whoever found the error has sent the event about it.
    /// - Returns: the events about what has changed.
    func update(
        _ details: MediaDetails, error: ControllerError?, isReported: Bool, dataAvailability: DataAvailability
    ) -> [MediaEvent] {
        var events: [MediaEvent] = []
        if details != self.details {
            events.append(.metadataChanged(previous: self.details, current: details))
            self.details = details
        }
        if error?.code != self.error?.code || error?.description != self.error?.description {
            self.error = error
            if let error, !isReported { events.append(.failed(error)) }
        }
        if dataAvailability != self.dataAvailability { self.dataAvailability = dataAvailability }
        return events
    }
}
