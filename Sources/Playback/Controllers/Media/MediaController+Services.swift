// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

extension MediaController {
    /// Makes the desktop's media services follow this controller instead of any other.
    /// - Throws: if some services are unavailable on this machine; the others still work.
    public func enableServices(_ services: SystemServices) throws(SystemServiceError) {
        self.services = services
        try player.becomeActive(with: services)
    }

    /// Does nothing unless the services follow this controller.
    public func disableServices() { player.resignActive() }

    public var areServicesEnabled: Bool { services?.activePlayer === player }

    /// Whether trackers that respect the user's choice report playback.
    public var isTracked: Bool {
        get { player.isTrackingEnabled }
        set { player.isTrackingEnabled = newValue }
    }

    public var isMuted: Bool {
        get { player.isMuted }
        set { player.isMuted = newValue }
    }
}
