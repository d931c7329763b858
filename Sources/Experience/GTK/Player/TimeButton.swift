// SPDX-License-Identifier: Apache-2.0

public import Observation

/// How a player's controls show the time.
@MainActor @Observable public final class TimeDisplay {
    /// Whether the remaining time is shown instead of the duration. The viewer changes it with a click on the time.
    public var showsRemaining = false

    public init() {}
}

/// The position and the duration; a click shows the remaining time instead.
@MainActor final class TimeButton: Box {
    let display = TimeDisplay()
    let label = Label().cssClass("time")

    init(_ player: any PlayerControlling) {
        super.init(.horizontal)
        let display = display
        label.bind(\.text) { TimeLine.text(of: player, showsRemaining: display.showsRemaining) }
        let button = Button(name: "", content: label) { display.showsRemaining.toggle() }.cssClass("clock")
        // The time itself changes too often to be a part of the name.
        button.bind(\.name) { display.showsRemaining ? translated("Show Duration") : translated("Show Remaining Time") }
        button.bind(to: { player.isLive || player.seekable == nil }) { $0.isEnabled = !$1 }
        append(button)
    }
}
