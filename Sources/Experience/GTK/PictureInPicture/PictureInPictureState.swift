// SPDX-License-Identifier: Apache-2.0

/// Which view shows a player's video.
public enum PictureOwner: Hashable, Sendable {
    /// The player's own view, or the small window.
    case view, pictureInPicture
}

/// The screen corner where a small window opens.
public enum ScreenCorner: Hashable, Sendable {
    /// As seen on the screen, whatever the direction of the language.
    case topLeft, topRight, bottomLeft, bottomRight
}

/// The state machine of picture in picture.
struct PictureInPictureState: Equatable {
    enum Phase: Equatable {
        case idle, starting, running, restoring
    }

    enum Event: Equatable {
        /// - Parameter obstacle: why it can't start.
        case start(obstacle: PictureInPictureError?)
        case windowOpened
        /// Restore the interface.
        case stop
        /// Close without restoring the interface.
        case close
        /// The interface is visible again.
        case restored
        /// The window manager closed the small window.
        case windowGone
    }

    enum Action: Equatable {
        case keepDelegate
        case notifyWillStart
        case openWindow
        case hand(PictureOwner)
        case notifyDidStart
        case notifyFailed(PictureInPictureError)
        case notifyWillStop
        case restore
        case closeWindow
        case notifyDidStop
        case releaseDelegate
    }

    private(set) var phase = Phase.idle

    mutating func handle(_ event: Event) -> [Action] {
        switch (phase, event) {
        case (.idle, .start(let obstacle?)): return [.notifyFailed(obstacle)]
        case (.idle, .start(nil)):
            phase = .starting
            return [.keepDelegate, .notifyWillStart, .openWindow]
        case (.starting, .windowOpened):
            phase = .running
            return [.hand(.pictureInPicture), .notifyDidStart]
        case (.starting, .windowGone):
            phase = .idle
            return [.closeWindow, .notifyFailed(.noWindow), .releaseDelegate]
        case (.running, .stop):
            phase = .restoring
            return [.notifyWillStop, .restore]
        // The main view takes over before the window closes, so the video is always visible.
        case (.restoring, .restored): return end([])
        case (.starting, .stop), (.starting, .close), (.running, .close), (.running, .windowGone): return end([.notifyWillStop])
        // The interface was already asked to come back, so it does.
        case (.restoring, .windowGone), (.restoring, .close): return end([])
        default: return []
        }
    }

    private mutating func end(_ before: [Action]) -> [Action] {
        phase = .idle
        return before + [.hand(.view), .closeWindow, .notifyDidStop, .releaseDelegate]
    }
}
