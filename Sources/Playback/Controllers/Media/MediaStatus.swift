// SPDX-License-Identifier: Apache-2.0

import Observation

/// The published state of a controller's media item. Each property is observed separately.
@MainActor @Observable final class MediaStatus {
    private(set) var details = MediaDetails.none
    private(set) var phase = PlaybackPhase.idle
    private(set) var error: ControllerError?
    private(set) var dataAvailability = DataAvailability.none

    var isLoading: Bool {
        phase == .preparing || phase == .seeking || phase == .stalled || phase == .idle && dataAvailability == .loading && error == nil
    }

    func change(to phase: PlaybackPhase) { self.phase = phase }

    /// - Parameter isReported: whether an event about the error was already sent.
    /// - Returns: the events for the changes.
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
