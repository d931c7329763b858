// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxPlayer

/// An image that is fetched when needed; empty if there is none.
@MainActor public final class Artwork: CustomWidget {
    private let fetch: @MainActor (ImageSource) async -> [UInt8]?
    private var loading: Task<Void, Never>?
    private var image: PictureImage?

    /// - Parameters:
    ///   - width: maximum width in logical pixels.
    ///   - fetch: loads the file of an image.
    public init(width: Int, height: Int, fetch: @escaping @MainActor (ImageSource) async -> [UInt8]?) {
        self.fetch = fetch
        super.init()
        minimumSize(width: width, height: height)
        isVisible = false
    }

    isolated deinit { loading?.cancel() }

    /// The image to load and show. The former one disappears at once.
    public var source = ImageSource.none {
        didSet { if source != oldValue { load() } }
    }

    /// Whether an image is shown: it was loaded and could be decoded.
    public var hasImage: Bool { image != nil }

    /// Called when an image appears or disappears.
    var onShown: (@MainActor (Bool) -> Void)?

    private func load() {
        loading?.cancel()
        let hadImage = hasImage
        (image, isVisible) = (nil, false)
        if hadImage { onShown?(false) }
        guard source != .none else { return }
        loading = Task { [weak self, fetch, source] in
            guard let file = await fetch(source), let picture = await ImageDecoder.picture(of: file), !Task.isCancelled else { return }
            self?.show(picture)
        }
    }

    private func show(_ picture: PooledPicture) {
        image = PictureImage(picture, path: RenderPath.of(self), isOpaque: false)
        isVisible = image != nil
        onShown?(hasImage)
        redraw()
    }

    public override func draw(on canvas: Canvas) {
        guard let image else { return }
        let frame = VideoGravity.fit.placement(
            aspectRatio: image.picture.displayAspectRatio, width: Double(width), height: Double(height))
        image.draw(on: canvas, in: frame, smoothly: true)
    }
}
