// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxGTK
import WindowboxLibrary

/// A recently played item: thumbnail, title and progress.
@MainActor final class RecentCard: Box {
    init(_ item: RecentItem, _ library: Library, onForget: @escaping @MainActor () -> Void) {
        super.init(.vertical)
        cssClass("card", "recent").clipsContent()
        let picture = ImageView()
        let ground = Box(.vertical) { Icon("video-x-generic-symbolic", size: 40).expand(.horizontal, .vertical) }.cssClass("still")
            .minimumSize(width: 192, height: 108)
        let forget = Button(
            icon: "window-close-symbolic", name: translated("Remove {title} from History", ["title": item.name]), action: onForget
        ).cssClass("osd", "circular", "forget").align(horizontal: .end, vertical: .start)
        let still = Overlay(ground) {
            picture
            forget
        }
        if let progress = item.progress {
            let bar = ProgressBar(name: translated("Watched")).align(vertical: .end)
            bar.fraction = progress
            still.add(bar)
        }
        append(still)
        append(
            Box(.vertical, spacing: 2) {
                Label(item.name).shortened().cssClass("card-title").align(horizontal: .start)
                Label(Self.detail(of: item)).shortened().cssClass("dim-label", "caption").align(horizontal: .start)
            }.cssClass("card-body"))
        self.forget = forget
        revealForget()
        onPointer(moved: { [weak self] _, _ in self?.isPointed = true }, left: { [weak self] in self?.isPointed = false })
        forget.onFocus { [weak self] in self?.isFocused = $0 }
        Task { [weak picture] in picture?.show(await library.picture(of: item.address)) }
    }

    private weak var forget: Button?
    private var isPointed = false {
        didSet { if isPointed != oldValue { revealForget() } }
    }
    private var isFocused = false {
        didSet { if isFocused != oldValue { revealForget() } }
    }

    private func revealForget() {
        guard let forget else { return }
        forget.isSeen = isPointed || isFocused
        // A finger must not hit a button that isn't seen.
        forget.takesPointer = forget.isSeen
    }

    /// The remaining time, and the source.
    static func detail(of item: RecentItem) -> String {
        let url = URL(string: item.address)
        let origin = url?.isFileURL == true ? url?.deletingLastPathComponent().lastPathComponent : url?.host()
        var parts: [String] = []
        if let position = item.position, let duration = item.duration {
            parts.append(translated("{time} left", ["time": TimeText.clock(duration - position)]))
        } else if let duration = item.duration {
            parts.append(TimeText.clock(duration))
        }
        // The name of a stream may consist of its folder and its server already.
        if let origin, !origin.isEmpty, item.name != origin, !item.name.hasSuffix(" · \(origin)") { parts.append(origin) }
        return parts.joined(separator: " · ")
    }

    static func name(of item: RecentItem) -> String {
        let detail = detail(of: item)
        return detail.isEmpty ? item.name : "\(item.name), \(detail)"
    }
}
