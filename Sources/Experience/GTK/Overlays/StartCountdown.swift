// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Counts down to the time from which an item can be played.
@MainActor final class StartCountdown: Box {
    private let label = Label().cssClass("countdown")
    private var timer: MainLoop.Timer?

    init(_ player: any PlayerControlling) {
        super.init(.horizontal)
        align(horizontal: .center)
        append(label)
        bind(to: { player.availableFrom }) { $0.count(to: $1) }
    }

    /// The countdown text; empty if there is none.
    var text: String { label.text }

    private func count(to date: Date?) {
        timer = nil
        let left = date.map { $0.timeIntervalSinceNow } ?? 0
        let text = date.flatMap { _ in Self.text(left) }
        isVisible = text != nil
        label.text = text ?? ""
        guard text != nil, let date else { return }
        // At the next full second.
        timer = MainLoop.after(seconds: max(left - (left.rounded(.up) - 1), 0) + 0.005) { [weak self] in self?.count(to: date) }
    }

    /// Nil if the time has passed or is more than 100 days away.
    nonisolated static func text(_ seconds: Double) -> String? {
        guard seconds > 0, seconds <= 100 * 86_400 else { return nil }
        let whole = Int(seconds.rounded(.up))
        let days = whole / 86_400
        let clock = TimeText.clock(Double(whole % 86_400))
        guard days > 0 else { return translated("Starts in {time}", ["time": clock]) }
        return translated("Starts in {count} day {time}", plural: "Starts in {count} days {time}", count: days, ["time": clock])
    }
}
