// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

extension MediaController {
    /// Connects the desktop's services to this controller instead of another one.
    /// - Throws: if some services are missing on this machine; the others work nevertheless.
    public func enableServices(_ services: SystemServices) throws(SystemServiceError) {
        self.services = services
        try player.becomeActive(with: services)
    }

    /// Disconnects the desktop's services. Does nothing if they are not connected to this controller.
    public func disableServices() { player.resignActive() }

    /// Whether the desktop's services are connected to this controller.
    public var areServicesEnabled: Bool { services?.activePlayer === player }

    /// Whether optional trackers report playback. Mandatory trackers always do.
    public var isTracked: Bool {
        get { player.isTrackingEnabled }
        set { player.isTrackingEnabled = newValue }
    }

    /// Whether audio is muted; the volume isn't changed by it.
    public var isMuted: Bool {
        get { player.isMuted }
        set { player.isMuted = newValue }
    }
}
