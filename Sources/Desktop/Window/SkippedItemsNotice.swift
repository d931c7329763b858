// SPDX-License-Identifier: Apache-2.0

import WindowboxGTK
import WindowboxPlayer

/// Lists the items that failed to play, in a single message while it is shown.
@MainActor final class SkippedItemsNotice {
    private let toasts: ToastOverlay
    private var titles: [String] = []
    private(set) var toast: Toast?
    private var following: Task<Void, Never>?

    init(_ player: Player, _ toasts: ToastOverlay) {
        self.toasts = toasts
        following = Task { [weak self, events = player.events] in
            for await event in events { if case .didPassOver(let item) = event { self?.tell(item.metadata.title ?? "") } }
        }
    }

    isolated deinit { following?.cancel() }

    private func tell(_ title: String) {
        titles.append(title.isEmpty ? "A video" : title)
        if let toast { return toast.message = Self.text(titles) }
        let toast = toasts.show(Self.text(titles), seconds: 6)
        self.toast = toast
        toast.onGone { [weak self] in self?.forget() }
    }

    private func forget() { (titles, toast) = ([], nil) }

    static func text(_ titles: [String]) -> String {
        switch titles.count {
        case 0: ""
        case 1: "“\(titles[0])” can’t be played"
        case 2: "“\(titles[0])” and “\(titles[1])” can’t be played"
        default: "“\(titles[0])” and \(titles.count - 1) others can’t be played"
        }
    }
}
