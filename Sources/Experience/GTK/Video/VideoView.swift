// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia
public import WindowboxPlayer

/// Shows the latest frame of a mailbox; several views may show the same one.
///
/// It draws each posted frame at most once, at most at the window's frame rate, and not at all while nothing is posted or the view
/// isn't visible.
@MainActor public final class VideoView: CustomWidget {
    /// The number of different frames this view has drawn.
    public private(set) var presentedFrames = 0

    /// The user's picture adjustments; not applied to 360° video.
    public let adjustments = PictureAdjustments()
    /// How video with another aspect ratio than the view's is fitted.
    public var gravity: VideoGravity {
        get { adjustments.current.gravity }
        set { adjustments.current.gravity = newValue }
    }

    /// Whether the area around the video is black; otherwise what is below the view shows through.
    public var hasBlackSurround = true {
        didSet { if hasBlackSurround != oldValue { redraw() } }
    }

    /// The projection of the video. A 360° video is seen in the direction of ``orientation``, which the user changes by dragging.
    public var viewport = Viewport.standard {
        didSet { if viewport != oldValue { drawAgain() } }
    }

    /// The viewing direction in a 360° video.
    public var orientation = Orientation.ahead {
        didSet { if orientation != oldValue { drawAgain() } }
    }

    /// The video's rectangle in the view when last drawn; nil if there is none.
    public private(set) var pictureRectangle: Rectangle? {
        didSet {
            guard pictureRectangle != oldValue else { return }
            // Widgets already drawn in this frame must wait for the next one.
            if onPlacement != nil { MainLoop.call { [weak self] in self?.onPlacement?() } }
            let isThere = pictureRectangle != nil
            if onPicture != nil, isThere != (oldValue != nil) { MainLoop.call { [weak self] in self?.onPicture?(isThere) } }
        }
    }

    /// Called with true when video appears, and with false when it disappears.
    public var onPicture: (@MainActor (Bool) -> Void)?

    /// Called when the view's size has changed; layout changes must wait for the next main-loop turn.
    var onResize: (@MainActor () -> Void)?
    /// Called when ``pictureRectangle`` has changed.
    var onPlacement: (@MainActor () -> Void)?

    private var mailbox: PictureMailbox
    private var watcher: PictureMailbox.Watcher?
    private var path: RenderPath?
    private var drawn = DrawnFrames()
    private var sphere = SphericalView()

    /// The frames that the view has drawn last.
    private struct DrawnFrames {
        /// The mailbox's number of the newest one; 0 to draw it again.
        var serial: UInt64 = 0
        var source: (any Picture)?
        /// Newest first. Cairo copies the pixels of a destroyed surface while a recorded drawing still refers to it, and GTK keeps the
        /// previous frame's for comparison: so an image is kept until two newer ones are drawn.
        var images: [PictureImage] = []
    }

    /// - Parameter mailbox: provides the frames; several views may share one.
    public init(_ mailbox: PictureMailbox) {
        self.mailbox = mailbox
        super.init()
        accessibleName(translated("Video"))
        watch()
        onDrag(
            began: { [weak self] in self.map { $0.sphere.begin(at: $0.orientation) } },
            moved: { [weak self] in self?.drag($0, $1) })
        on("unrealize") { [weak self] in self?.forget() }
        bind(to: { [adjustments] in adjustments.current }) { view, _ in view.redraw() }
    }

    isolated deinit {
        if let watcher { mailbox.unwatch(watcher) }
    }

    /// Switches to another mailbox.
    func show(_ other: PictureMailbox) {
        guard other !== mailbox else { return }
        if let watcher { mailbox.unwatch(watcher) }
        mailbox = other
        watch()
        drawAgain()
    }

    private func watch() {
        watcher = mailbox.watch { [weak self] in
            MainLoop.call { self?.redraw() }
        }
    }

    public override func draw(on canvas: Canvas) {
        take()
        let (width, height) = (Double(width), Double(height))
        guard let image = drawn.images.first else {
            pictureRectangle = nil
            if hasBlackSurround { canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), .black) }
            return
        }
        let adjustment = viewport == .monoscopic ? PictureAdjustment() : adjustments.current
        let frame = adjustment.placement(of: image.picture, width: width, height: height)
        pictureRectangle = frame
        let (size, whole) = (image.picture.size, adjustment.whole(of: image.picture, showing: frame))
        let isExact = whole.width == Double(size.width) && whole.height == Double(size.height) && scaleFactor == 1
        let bounds = Rectangle(x: 0, y: 0, width: width, height: height)
        image.draw(on: canvas, in: whole, visible: bounds.intersection(frame) ?? bounds, smoothly: !isExact, change: adjustment.orientation)
        guard hasBlackSurround else { return }
        for band in bounds.bands(beside: frame) { canvas.fill(band, .black) }
    }

    public override func resized() {
        if viewport == .monoscopic { drawn.serial = 0 }
        onResize?()
    }

    /// Turns a 360° view with the pointer.
    func drag(_ x: Double, _ y: Double) {
        guard viewport == .monoscopic, height > 0 else { return }
        orientation = sphere.orientation(movedBy: x, y, height: height)
    }

    private func drawAgain() {
        drawn.serial = 0
        redraw()
    }

    private func projected(_ picture: any Picture) -> any Picture {
        viewport == .monoscopic ? sphere.picture(of: picture, orientation, width: width, height: height, scale: scaleFactor) : picture
    }

    /// Drops cached images, because another window may use another renderer.
    private func forget() {
        path = nil
        drawn = DrawnFrames()
    }

    /// Reports to the mailbox when the current frame became visible: playback delivers frames that much early.
    private func measureDelay(since handOver: Instant) {
        afterThisFrame { [weak self] frame in
            self?.mailbox.noteShown(
                handOver: handOver, visible: frame.visible, refresh: frame.refresh, waitsForRefresh: frame.isMeasuredByDisplay)
        }
    }

    private func take() {
        guard let watcher else { return }
        let newest = mailbox.take(for: watcher)
        guard newest.serial != drawn.serial else { return }
        drawn.serial = newest.serial
        let path = self.path ?? RenderPath.of(self)
        self.path = path
        guard let picture = newest.picture, let image = PictureImage(projected(picture), path: path) else {
            drawn.images = []
            return
        }
        if drawn.source !== picture {
            presentedFrames += 1
            if let handOver = newest.handOver { measureDelay(since: handOver) }
        }
        drawn.source = picture
        drawn.images.insert(image, at: 0)
        if drawn.images.count > 3 { drawn.images.removeLast() }
    }
}
