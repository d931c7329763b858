// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// Shows the newest picture of a mailbox; several views may show the same one.
///
/// It is drawn once per posted picture at most, at the window's frame rate at most, and not at all while nothing is
/// posted or nobody can see it.
@MainActor public final class VideoView: CustomWidget {
    /// How many different pictures this view has drawn.
    public private(set) var presentedFrames = 0

    /// How a picture of another shape than the view's is fitted in.
    public var gravity = VideoGravity.fit {
        didSet { if gravity != oldValue { redraw() } }
    }

    /// Where the picture stands in the view as drawn last; nil when there is none.
    public private(set) var pictureRectangle: Rectangle?

    /// Called when the view has got another size; what changes the layout again has to wait for the next turn.
    var onResize: (@MainActor () -> Void)?

    private let mailbox: PictureMailbox
    private var watcher: PictureMailbox.Watcher?
    private var path: RenderPath?
    private var serial: UInt64 = 0
    /// The newest first. Cairo copies the pixels of a surface that is destroyed while a recorded drawing still refers to
    /// it, and GTK keeps the former frame's for comparison: so an image stays until two newer ones are drawn.
    private var images: [PictureImage] = []

    public init(_ mailbox: PictureMailbox) {
        self.mailbox = mailbox
        super.init()
        accessibleName("Video")
        watcher = mailbox.watch { [weak self] in
            MainLoop.call { self?.redraw() }
        }
        on("unrealize") { [weak self] in self?.forget() }
    }

    isolated deinit {
        if let watcher { mailbox.unwatch(watcher) }
    }

    public override func draw(on canvas: Canvas) {
        take()
        let (width, height) = (Double(width), Double(height))
        guard let image = images.first else {
            pictureRectangle = nil
            canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), .black)
            return
        }
        let place = gravity.placement(aspectRatio: image.picture.displayAspectRatio, width: width, height: height)
        pictureRectangle = place
        let size = image.picture.size
        let isExact = place.width == Double(size.width) && place.height == Double(size.height) && scaleFactor == 1
        let isCut = place.x < 0 || place.y < 0
        if isCut { canvas.pushClip(Rectangle(x: 0, y: 0, width: width, height: height)) }
        image.draw(on: canvas, in: place, smoothly: !isExact)
        if isCut { canvas.popClip() }
        canvas.fill(Rectangle(x: 0, y: 0, width: place.x, height: height), .black)
        canvas.fill(Rectangle(x: place.x + place.width, y: 0, width: width - place.x - place.width, height: height), .black)
        canvas.fill(Rectangle(x: 0, y: 0, width: width, height: place.y), .black)
        canvas.fill(Rectangle(x: 0, y: place.y + place.height, width: width, height: height - place.y - place.height), .black)
    }

    public override func resized() { onResize?() }

    /// Another window may have another renderer.
    private func forget() {
        path = nil
        images = []
        serial = 0
    }

    private func take() {
        guard let watcher else { return }
        let newest = mailbox.take(for: watcher)
        guard newest.serial != serial else { return }
        serial = newest.serial
        let path = self.path ?? RenderPath.of(self)
        self.path = path
        guard let picture = newest.picture, let image = PictureImage(picture, path: path) else {
            images = []
            return
        }
        images.insert(image, at: 0)
        if images.count > 3 { images.removeLast() }
        presentedFrames += 1
    }
}
