// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

extension MediaController {
    /// Lets the desktop's services follow this controller, and no other one.
    /// - Throws: when some are missing on this machine; the others serve all the same.
    public func enableServices(_ services: SystemServices) throws(SystemServiceError) {
        self.services = services
        try player.becomeActive(with: services)
    }

    /// Does nothing unless they follow this controller.
    public func disableServices() { player.resignActive() }

    public var areServicesEnabled: Bool { services?.activePlayer === player }

    /// Statistics are sent of what this controller plays, by trackers that heed a person's wish.
    public var isTracked: Bool {
        get { player.isTrackingEnabled }
        set { player.isTrackingEnabled = newValue }
    }

    public var isMuted: Bool {
        get { player.isMuted }
        set { player.isMuted = newValue }
    }
}
