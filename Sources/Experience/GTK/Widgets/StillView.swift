// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A picture that stands still, as an ornament; nothing while there is none. Its corners are those of its style.
public final class StillView: CustomWidget {
    private var image: PictureImage?

    public override init() {
        super.init()
        takesPointer = false
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        // Another window may draw in another way.
        on("unrealize") { [weak self] in self?.image = nil }
    }

    public var picture: (any Picture)? {
        didSet {
            guard picture !== oldValue else { return }
            image = nil
            redraw()
        }
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

    public override func draw(on canvas: Canvas) {
        guard let picture else { return }
        if image == nil { image = PictureImage(picture, path: RenderPath.of(self)) }
        guard let image else { return }
        let room = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        let place = gravity.placement(aspectRatio: picture.displayAspectRatio, width: room.width, height: room.height)
        guard let cover, cover.aspectRatio > 0 else { return image.draw(on: canvas, in: place, smoothly: true) }
        let covered = cover.gravity.placement(aspectRatio: cover.aspectRatio, width: room.width, height: room.height)
        for band in room.bands(beside: covered) {
            canvas.pushClip(band)
            image.draw(on: canvas, in: place, smoothly: true)
            canvas.popClip()
        }
    }
}
