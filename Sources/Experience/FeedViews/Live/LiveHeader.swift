// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The live badge, the number of viewers, announcements, and the connection state.
@MainActor final class LiveHeader: Box {
    private let texts: FeedLanguage
    private let badge = Label().cssClass("live-badge")
    private let viewers = Label().shortened().cssClass("live-count")
    private let announcement = Label().lines(4).aligned(.start).cssClass("live-announcement")
    private let joined = Label().lines(1).aligned(.start).cssClass("live-joined")
    private var arrival: LiveArrival?
    private var hiding: Delay?
    /// Display time of join messages, in seconds.
    private static let greeting = 5.0
    private let problem = Label().lines(2).aligned(.start).cssClass("live-trouble")

    init(_ texts: FeedLanguage) {
        self.texts = texts
        super.init(.vertical, spacing: 6)
        margins(start: Self.inset, end: Self.inset)
        append(
            Box(.horizontal, spacing: 6) {
                badge
                viewers
            }.align(horizontal: .start))
        append(joined.align(horizontal: .start))
        append(announcement.accessibleRole(.status).align(horizontal: .start))
        append(problem.accessibleRole(.status).align(horizontal: .start))
        for label in [badge, viewers, joined, announcement, problem] { label.isVisible = false }
    }

    /// - Parameter word: the stream's state, if it isn't shown in the centre.
    func show(_ layers: ItemLayers, _ state: LiveState?, _ connection: LiveFollowing.Connection, word: String? = nil) {
        badge.isVisible = layers.badge != .none
        badge.text = texts.text(layers.badge == .replay ? .replayBadge : .liveNow)
        badge.setCSSClass("replay", layers.badge == .replay)
        viewers.isVisible = layers.showsViewers && state != nil
        viewers.text = texts.text(.viewers, count: state?.viewers ?? 0)
        greet(layers.showsViewers ? state?.arrival : nil)
        let text = DisplayText.clean(state?.announcement ?? "", limit: 500)
        if announcement.text != text {
            announcement.text = text
            announcement.accessibleName("\(texts.text(.announcement)): \(text)")
        }
        announcement.isVisible = layers.showsAnnouncement && !text.isEmpty
        let words: String? =
            switch connection {
            case .waiting: texts.text(.reconnecting)
            case .refused(let error): error.apiCode == .incorrectAccessCode ? nil : texts.text(.liveFailed)
            case .idle, .connecting, .open: word
            }
        problem.text = words ?? ""
        problem.isVisible = words != nil
    }
}

extension LiveHeader {
    /// Avoids the arrows, which large text would overlap.
    func avoid(_ arrows: PlayerArrows.Sides) {
        let reservedWidth = PlayerArrows.reservedWidth - Self.inset
        for label in [joined, announcement, problem] {
            label.margins(start: arrows.start ? reservedWidth : 0, end: arrows.end ? reservedWidth : 0)
        }
    }
    /// In logical pixels.
    private static let inset = 12

    /// Not announced by screen readers, because viewers of a large stream join all the time.
    private func greet(_ arrival: LiveArrival?) {
        guard arrival != self.arrival else { return }
        self.arrival = arrival
        joined.text = arrival.map { Self.text($0, texts) } ?? ""
        joined.isVisible = !joined.text.isEmpty
        hiding = arrival == nil ? nil : Delay(seconds: Self.greeting) { [weak self] in self?.joined.isVisible = false }
    }

    nonisolated static func text(_ arrival: LiveArrival, _ texts: FeedLanguage) -> String {
        let names = arrival.names.map { DisplayText.isolated(DisplayText.clean($0, limit: 30)) }
        guard let first = names.first else { return "" }
        let values = ["first": first, "second": names.dropFirst().first ?? ""]
        if names.count == 1 { return texts.text(.joinedOne, values) }
        return arrival.others > 0 ? texts.text(.othersJoined, count: arrival.others, values) : texts.text(.joinedTwo, values)
    }
}

/// A button that sends hearts and shows their number.
@MainActor final class HeartButton: Box {
    private let count = Label().cssClass("live-count")
    private let texts: FeedLanguage

    init(_ texts: FeedLanguage, onTap: @escaping @MainActor () -> Void) {
        self.texts = texts
        super.init(.vertical, spacing: 2)
        append(
            Button(icon: "emote-love-symbolic", name: texts.text(.sendHeart), action: onTap).cssClass("round").align(horizontal: .center))
        append(count.align(horizontal: .center))
    }

    func show(likes: Int) {
        count.text = texts.shortened(likes)
        count.accessibleName(texts.text(.likes, count: likes))
    }
}
