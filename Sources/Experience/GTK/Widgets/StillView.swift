// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// A decorative image; empty while there is none. Its corners follow its CSS style.
///
/// An animation plays for some seconds when it comes into view, and then shows its first frame: endless movement must be stoppable
/// (WCAG 2.2.2). It doesn't play if the desktop has animations turned off.
public final class StillView: CustomWidget {
    private var image: PictureImage?
    /// The current frame of an animation.
    private var shown: (any Picture)?
    private var timer: MainLoop.Timer?
    /// How long an animation plays, in seconds.
    static let movement = 5.0

    public override init() {
        super.init()
        takesPointer = false
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        // Another window may use another renderer.
        on("unrealize") { [weak self] in self?.image = nil }
        on("map") { [weak self] in self?.move() }
        on("unmap") { [weak self] in self?.timer = nil }
    }

    /// The image; an animation plays while the view is visible. nil shows nothing.
    public var picture: (any Picture)? {
        didSet { if picture !== oldValue { begin() } }
    }

    /// An animation shown instead of the image for as long as an animation plays, each time it is set; nil shows the image.
    public var preview: PictureLoop? {
        didSet { if preview !== oldValue { begin() } }
    }

    private func begin() {
        (image, shown, timer) = (nil, nil, nil)
        move()
        redraw()
    }

    /// How an image with another aspect ratio than the view's is fitted.
    public var gravity = VideoGravity.fill {
        didSet { if gravity != oldValue { redraw() } }
    }

    /// Aspect ratio (width divided by height) and gravity of another picture in front of this one in the same area; the part it
    /// covers isn't drawn. Nil if nothing is covered.
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
        // Afterwards, a preview gives way to the image.
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
        let bounds = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        let frame = gravity.placement(aspectRatio: picture.displayAspectRatio, width: bounds.width, height: bounds.height)
        guard let cover, cover.aspectRatio > 0 else { return image.draw(on: canvas, in: frame, visible: bounds, smoothly: true) }
        let covered = cover.gravity.placement(aspectRatio: cover.aspectRatio, width: bounds.width, height: bounds.height)
        for band in bounds.bands(beside: covered) { image.draw(on: canvas, in: frame, visible: band, smoothly: true) }
    }
}
