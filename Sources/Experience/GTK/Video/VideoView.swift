// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia
public import WindowboxPlayer

/// Shows the newest picture of a mailbox; several views may show the same one.
///
/// It is drawn once per posted picture at most, at the window's frame rate at most, and not at all while nothing is
/// posted or nobody can see it.
@MainActor public final class VideoView: CustomWidget {
    /// How many different pictures this view has drawn.
    public private(set) var presentedFrames = 0

    /// How a person wants the picture to be shown; not applied to pictures of all around.
    public let adjustments = PictureAdjustments()
    /// How a picture of another shape than the view's is fitted in.
    public var gravity: VideoGravity {
        get { adjustments.current.gravity }
        set { adjustments.current.gravity = newValue }
    }

    /// Whether black stands where the picture does not reach; else what lies under the view is seen there.
    public var hasBlackSurround = true {
        didSet { if hasBlackSurround != oldValue { redraw() } }
    }

    /// How the picture is to be looked at: one of all around is seen in the direction of ``orientation``, which a person changes by
    /// dragging.
    public var viewport = Viewport.standard {
        didSet { if viewport != oldValue { lookAgain() } }
    }

    /// Where a person looks in a picture of all around.
    public var orientation = Orientation.ahead {
        didSet { if orientation != oldValue { lookAgain() } }
    }

    /// Where the picture stands in the view as drawn last; nil when there is none.
    public private(set) var pictureRectangle: Rectangle? {
        didSet {
            guard pictureRectangle != oldValue else { return }
            // What is drawn already in this frame has to wait for the next.
            if onPlacement != nil { MainLoop.call { [weak self] in self?.onPlacement?() } }
            let isThere = pictureRectangle != nil
            if onPicture != nil, isThere != (oldValue != nil) { MainLoop.call { [weak self] in self?.onPicture?(isThere) } }
        }
    }

    /// Called with true when there is a picture to be seen where there was none, and with false when there is none any more.
    public var onPicture: (@MainActor (Bool) -> Void)?

    /// Called when the view has got another size; what changes the layout again has to wait for the next turn.
    var onResize: (@MainActor () -> Void)?
    /// Called when ``pictureRectangle`` has changed.
    var onPlacement: (@MainActor () -> Void)?

    private var mailbox: PictureMailbox
    private var watcher: PictureMailbox.Watcher?
    private var path: RenderPath?
    private var serial: UInt64 = 0
    /// The newest first. Cairo copies the pixels of a surface that is destroyed while a recorded drawing still refers to
    /// it, and GTK keeps the former frame's for comparison: so an image stays until two newer ones are drawn.
    private var images: [PictureImage] = []
    private var source: (any Picture)?
    private var sphere = SphereLook()

    public init(_ mailbox: PictureMailbox) {
        self.mailbox = mailbox
        super.init()
        accessibleName("Video")
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

    /// Shows the pictures of another mailbox from now on.
    func show(_ other: PictureMailbox) {
        guard other !== mailbox else { return }
        if let watcher { mailbox.unwatch(watcher) }
        mailbox = other
        watch()
        lookAgain()
    }

    private func watch() {
        watcher = mailbox.watch { [weak self] in
            MainLoop.call { self?.redraw() }
        }
    }

    public override func draw(on canvas: Canvas) {
        take()
        let (width, height) = (Double(width), Double(height))
        guard let image = images.first else {
            pictureRectangle = nil
            if hasBlackSurround { canvas.fill(Rectangle(x: 0, y: 0, width: width, height: height), .black) }
            return
        }
        let adjustment = viewport == .monoscopic ? PictureAdjustment() : adjustments.current
        let place = adjustment.placement(of: image.picture, width: width, height: height)
        pictureRectangle = place
        let size = image.picture.size
        let isExact = place.width == Double(size.width) && place.height == Double(size.height) && scaleFactor == 1
        let room = Rectangle(x: 0, y: 0, width: width, height: height)
        image.draw(on: canvas, in: place, visible: room, smoothly: !isExact, change: adjustment.orientation)
        guard hasBlackSurround else { return }
        for band in room.bands(beside: place) { canvas.fill(band, .black) }
    }

    public override func resized() {
        if viewport == .monoscopic { serial = 0 }
        onResize?()
    }

    /// The picture follows the hand.
    func drag(_ x: Double, _ y: Double) {
        guard viewport == .monoscopic, height > 0 else { return }
        orientation = sphere.orientation(movedBy: x, y, height: height)
    }

    private func lookAgain() {
        serial = 0
        redraw()
    }

    private func projected(_ picture: any Picture) -> any Picture {
        viewport == .monoscopic ? sphere.picture(of: picture, orientation, width: width, height: height, scale: scaleFactor) : picture
    }

    /// Another window may have another renderer.
    private func forget() {
        path = nil
        (images, source) = ([], nil)
        serial = 0
    }

    /// Tells the mailbox when the frame that is being drawn was seen: playing hands pictures over early by that much.
    private func measureDelay(since handOver: Instant) {
        afterThisFrame { [weak self] frame in
            self?.mailbox.noteShown(
                handOver: handOver, visible: frame.visible, refresh: frame.refresh, waitsForRefresh: frame.isMeasuredByDisplay)
        }
    }

    private func take() {
        guard let watcher else { return }
        let newest = mailbox.take(for: watcher)
        guard newest.serial != serial else { return }
        serial = newest.serial
        let path = self.path ?? RenderPath.of(self)
        self.path = path
        guard let picture = newest.picture, let image = PictureImage(projected(picture), path: path) else {
            images = []
            return
        }
        if source !== picture {
            presentedFrames += 1
            if let handOver = newest.handOver { measureDelay(since: handOver) }
        }
        source = picture
        images.insert(image, at: 0)
        if images.count > 3 { images.removeLast() }
    }
}
