// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia
public import WindowboxPlayer

/// What plays next automatically, after a countdown.
public struct UpNext: Hashable, Sendable {
    /// The title of the next item.
    public var title: String
    /// A second line; empty for none.
    public var subtitle: String
    /// The image of the next item.
    public var image: ImageSource
    /// Seconds until it starts, at the time it is first shown.
    public var remaining: Double

    public init(title: String, subtitle: String = "", image: ImageSource = .none, remaining: Double) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.remaining = remaining
    }
}

/// The user's answer to ``UpNext``.
public enum UpNextAnswer: Hashable, Sendable {
    /// Start it at once, or don't start it.
    case playNow, cancel
}

/// Announces the next item, counts down, and lets the user start or cancel it.
@MainActor public final class UpNextPanel: Box {
    /// Called when the user presses one of the buttons.
    public var onAnswer: (@MainActor (UpNextAnswer) -> Void)?

    /// Nil hides the panel. The countdown doesn't start playback: that is up to the owner.
    public var upNext: UpNext? {
        didSet {
            guard upNext != oldValue else { return }
            deadline = MainLoop.now + max(upNext?.remaining ?? 0, 0)
            show()
        }
    }

    private let heading = Label().cssClass("caption-heading").align(horizontal: .start)
    private let title = Label().shortened().cssClass("heading").align(horizontal: .start)
    private let subtitle = Label().shortened().cssClass("detail").align(horizontal: .start)
    private let artwork: Artwork
    private lazy var cancel = Button(translated("Cancel")) { [weak self] in self?.answer(.cancel) }.cssClass("plain")
    private var timer: MainLoop.Timer?
    private var deadline = MainLoop.now

    /// - Parameter fetch: returns the bytes of an image file; nil if it can't be loaded.
    public init(fetch: @escaping @MainActor (ImageSource) async -> [UInt8]?) {
        artwork = Artwork(width: 144, height: 81, fetch: fetch)
        super.init(.horizontal, spacing: 14)
        cssClass("panel", "up-next").align(horizontal: .center, vertical: .center)
        accessibleName(translated("Up Next"))
        isVisible = false
        append(artwork.align(vertical: .center))
        append(
            Box(.vertical, spacing: 3) {
                heading
                title
                subtitle
                Box(.horizontal, spacing: 8) {
                    cancel
                    Button(translated("Play Now")) { [weak self] in self?.answer(.playNow) }.cssClass("suggested")
                }.cssClass("answers")
            })
    }

    /// The countdown text.
    var headingText: String { heading.text }

    private func answer(_ answer: UpNextAnswer) {
        upNext = nil
        onAnswer?(answer)
    }

    /// Hides what doesn't fit in a small view.
    var sizeClass = ControlsSizeClass.full {
        didSet { if sizeClass != oldValue { show() } }
    }

    private func show() {
        timer = nil
        isVisible = upNext != nil
        artwork.source = sizeClass == .tiny ? .none : upNext?.image ?? .none
        title.isVisible = sizeClass != .tiny
        cancel.isVisible = sizeClass != .tiny
        guard let upNext else { return }
        title.text = upNext.title
        subtitle.text = upNext.subtitle
        subtitle.isVisible = !upNext.subtitle.isEmpty && sizeClass == .full
        count()
    }

    private func count() {
        let left = max(deadline - MainLoop.now, 0)
        let seconds = Int(left.rounded(.up))
        heading.text = seconds > 0 ? translated("Up next in {seconds} s", ["seconds": "\(seconds)"]) : translated("Up next")
        guard seconds > 0 else { return }
        timer = MainLoop.after(seconds: left - Double(seconds - 1) + 0.005) { [weak self] in self?.count() }
    }
}
