// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// Preview for the time below the pointer on a seek bar: a thumbnail, the chapter and the time.
@MainActor public final class PreviewBubble: CustomWidget {
    private let player: any PlayerControlling
    private var rule = ThumbnailRule()
    private var fetch: Task<Void, Never>?
    private var arrived: PictureImage?
    private var image: PictureImage?
    private var position: (time: Double, x: Double, bottom: Double)?

    /// Maximum width or height of the thumbnail, in logical pixels.
    public var pictureWidth = 168.0

    /// - Parameter player: provides thumbnails, titles of chapters, and the clock's format.
    public init(_ player: any PlayerControlling) {
        self.player = player
        super.init()
        takesPointer = false
        accessibleName(translated("Preview"))
    }

    isolated deinit { fetch?.cancel() }

    /// The lines below the thumbnail.
    var lines: [String] {
        guard let position else { return [] }
        let title = SeekMark.title(at: position.time, in: player.marks)
        return [title, TimeLine.text(at: position.time, of: player)].compactMap(\.self)
    }

    /// Whether it shows a thumbnail; otherwise only text.
    public var hasPicture: Bool { image != nil }

    /// Shows the preview of a time above a point of the widget.
    public func show(_ time: Double, x: Double, bottom: Double) {
        position = (time, x, bottom)
        redraw()
        perform(.hover(time))
    }

    /// Hides the bubble, and forgets which thumbnail was wanted.
    public func hide() {
        position = nil
        redraw()
        perform(.left)
    }

    private func perform(_ event: ThumbnailRule.Event) {
        for action in rule.handle(event) {
            switch action {
            case .show: (image, arrived) = (arrived, nil)
            case .hide:
                image = nil
                fetch?.cancel()
            case .fetch(let time):
                fetch = Task { [weak self, player] in
                    let picture = await player.thumbnail(at: time)
                    self?.came(picture)
                }
            }
        }
        redraw()
    }

    private func came(_ picture: (any Picture)?) {
        arrived = picture.flatMap { PictureImage($0, path: RenderPath.of(self)) }
        perform(.answered)
    }

    public override func draw(on canvas: Canvas) {
        guard let position else { return }
        let lines = lines
        let ratio = image?.picture.displayAspectRatio ?? 0
        let pictureWidth = ratio > 0 ? min(pictureWidth, self.pictureWidth * ratio / (16 / 9)) : 0
        let pictureHeight = ratio > 0 ? (pictureWidth / ratio).rounded() : 0
        let maxWidth = Double(width) - 16
        let width = min(max(lines.map { canvas.width(of: $0) }.max() ?? 0, pictureWidth - 8) + 16, maxWidth)
        let textHeight = Double(lines.count) * Self.lineHeight + 8
        let height = textHeight + (ratio > 0 ? pictureHeight + 4 : 0)
        let left = min(max(position.x - width / 2, 8), max(Double(self.width) - width - 8, 8)).rounded()
        let bubble = Rectangle(x: left, y: (position.bottom - height).rounded(), width: width, height: height)
        canvas.fill(bubble, Color(red: 0.08, green: 0.08, blue: 0.09, alpha: 0.94), radius: 8)
        if let image {
            let frame = Rectangle(x: left + (width - pictureWidth + 8) / 2, y: bubble.y + 4, width: pictureWidth - 8, height: pictureHeight)
            image.draw(on: canvas, in: frame, smoothly: true)
        }
        for (index, line) in lines.enumerated() {
            let y = bubble.y + height - textHeight + 4 + Double(index) * Self.lineHeight
            canvas.pushClip(bubble)
            canvas.text(
                line, in: Rectangle(x: left + 8, y: y, width: width - 16, height: Self.lineHeight), .white(alpha: index == 0 ? 1 : 0.8))
            canvas.popClip()
        }
    }

    private static let lineHeight = 20.0
}
