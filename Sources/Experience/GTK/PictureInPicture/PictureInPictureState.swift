// SPDX-License-Identifier: Apache-2.0

/// Who shows the picture of a player.
public enum PictureOwner: Hashable, Sendable {
    case view, pictureInPicture
}

/// Where on the screen a small window opens.
public enum ScreenCorner: Hashable, Sendable {
    case topLeft, topRight, bottomLeft, bottomRight
}

/// What happens in which order around a small window.
struct PictureInPictureState: Equatable {
    enum Phase: Equatable {
        case idle, starting, running, restoring
    }

    enum Event: Equatable {
        /// - Parameter obstacle: why it can't begin.
        case start(obstacle: PictureInPictureError?)
        case windowOpened
        /// Back to the interface.
        case stop
        /// Away, without the interface.
        case close
        /// The interface is there again.
        case restored
        /// The window manager has taken the small window away.
        case windowGone
    }

    enum Action: Equatable {
        case keepDelegate
        case tellWillStart
        case openWindow
        case hand(PictureOwner)
        case tellDidStart
        case tellFailed(PictureInPictureError)
        case tellWillStop
        case restore
        case closeWindow
        case tellDidStop
        case releaseDelegate
    }

    private(set) var phase = Phase.idle

    mutating func handle(_ event: Event) -> [Action] {
        switch (phase, event) {
        case (.idle, .start(let obstacle?)): return [.tellFailed(obstacle)]
        case (.idle, .start(nil)):
            phase = .starting
            return [.keepDelegate, .tellWillStart, .openWindow]
        case (.starting, .windowOpened):
            phase = .running
            return [.hand(.pictureInPicture), .tellDidStart]
        case (.starting, .windowGone):
            phase = .idle
            return [.closeWindow, .tellFailed(.noWindow), .releaseDelegate]
        case (.running, .stop):
            phase = .restoring
            return [.tellWillStop, .restore]
        // The picture goes back first: between the two windows there is never none.
        case (.restoring, .restored): return end([])
        case (.starting, .stop), (.starting, .close), (.running, .close), (.running, .windowGone): return end([.tellWillStop])
        // The interface comes back all the same: it was asked to.
        case (.restoring, .windowGone), (.restoring, .close): return end([])
        default: return []
        }
    }

    private mutating func end(_ before: [Action]) -> [Action] {
        phase = .idle
        return before + [.hand(.view), .closeWindow, .tellDidStop, .releaseDelegate]
    }
}
