// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A spinner shown while playback waits for data, after a short delay.
@MainActor public final class BusyIndicator: Box {
    private static let spinnerDelay = 0.3
    private let spinner = Spinner(name: translated("Loading"))
    private var timer: MainLoop.Timer?

    /// - Parameter player: whose waiting is shown.
    public init(_ player: any PlayerControlling) {
        super.init(.horizontal)
        cssClass("busy").align(horizontal: .center, vertical: .center)
        takesPointer = false
        isVisible = false
        append(spinner)
        bind(to: { player.isBusy && player.errorMessage == nil }) { $0.follow($1) }
    }

    private func follow(_ isBusy: Bool) {
        timer = nil
        guard isBusy else { return turn(false) }
        timer = MainLoop.after(seconds: Self.spinnerDelay) { [unowned self] in turn(true) }
    }

    private func turn(_ isTurning: Bool) {
        isVisible = isTurning
        spinner.isRunning = isTurning
    }
}
