// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// A picture as an ornament; nothing while there is none. Its corners are those of its style.
///
/// One that moves does so for some seconds when it comes into view, and then shows its first picture: what moves beside other content
/// without an end must be stoppable (WCAG 2.2.2). Where the desktop is without movements it stands still.
public final class StillView: CustomWidget {
    private var image: PictureImage?
    /// Of a picture that moves.
    private var shown: (any Picture)?
    private var timer: MainLoop.Timer?
    /// Seconds.
    static let movement = 5.0

    public override init() {
        super.init()
        takesPointer = false
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        // Another window may draw in another way.
        on("unrealize") { [weak self] in self?.image = nil }
        on("map") { [weak self] in self?.move() }
        on("unmap") { [weak self] in self?.timer = nil }
    }

    public var picture: (any Picture)? {
        didSet { if picture !== oldValue { begin() } }
    }

    /// Moves in the picture's place for as long as a picture that moves does, each time that it is set; nil: the picture is to be seen.
    public var preview: PictureLoop? {
        didSet { if preview !== oldValue { begin() } }
    }

    private func begin() {
        (image, shown, timer) = (nil, nil, nil)
        move()
        redraw()
    }

    /// How a picture of another shape than the view's is fitted in.
    public var gravity = VideoGravity.fill {
        didSet { if gravity != oldValue { redraw() } }
    }

    /// Width over height of another picture that stands before this one, over the same room, and how it is fitted in: what it covers is
    /// not drawn. Nil: nothing is covered.
    public var cover: (aspectRatio: Double, gravity: VideoGravity)? {
        didSet { if cover?.aspectRatio != oldValue?.aspectRatio || cover?.gravity != oldValue?.gravity { redraw() } }
    }

    private func move() {
        guard let loop = preview ?? picture as? PictureLoop, wantsMovement else { return }
        step(loop, from: MainLoop.now)
    }

    private func step(_ loop: PictureLoop, from beginning: Instant) {
        let elapsed = MainLoop.now - beginning
        let isOver = elapsed >= Self.movement
        let (index, next) = isOver ? (0, .infinity) : loop.part(after: elapsed)
        // Afterwards a preview leaves its place to the picture.
        let part = isOver && loop === preview ? nil : loop.parts[index].picture
        if shown !== part {
            (image, shown) = (nil, part)
            redraw()
        }
        guard next.isFinite else { return timer = nil }
        timer = MainLoop.after(seconds: min(next, Self.movement) - elapsed) { [weak self] in self?.step(loop, from: beginning) }
    }

    public override func draw(on canvas: Canvas) {
        guard let picture = shown ?? picture else { return }
        if image == nil { image = PictureImage(picture, path: RenderPath.of(self)) }
        guard let image else { return }
        let room = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        let place = gravity.placement(aspectRatio: picture.displayAspectRatio, width: room.width, height: room.height)
        guard let cover, cover.aspectRatio > 0 else { return image.draw(on: canvas, in: place, visible: room, smoothly: true) }
        let covered = cover.gravity.placement(aspectRatio: cover.aspectRatio, width: room.width, height: room.height)
        for band in room.bands(beside: covered) { image.draw(on: canvas, in: place, visible: band, smoothly: true) }
    }
}
