// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// A list cell of a feed: a poster, and a place for inline playback.
@MainActor class FeedCell: ItemCell<FeedItem> {
    let still = StillView()
    /// Above the poster, below all texts.
    private let videoPlace = Box(.vertical)
    private(set) var slide: Slide?
    private var request: PosterStore.Request?
    private var address: String?
    private var cellSize = (width: 200, height: 200)
    private var requested = (width: 0, height: 0)
    private var preview = PreviewRule()
    private var previewRequest: PosterStore.Request?
    let host: FeedHost
    /// Height in logical pixels of the text at the bottom; captions are placed above it.
    var wordsHeight = 0 {
        didSet { slide?.captions.overlay.bottomInset = Double(wordsHeight) }
    }

    /// - Parameter axis: for content next to or below the image.
    init(_ host: FeedHost, _ axis: Axis = .vertical) {
        self.host = host
        super.init(axis)
    }

    /// The poster with its layers.
    func picture(_ layers: [WindowboxGTK.Widget]) -> Overlay {
        let overlay = Overlay(still.cssClass("still").expand(.horizontal, .vertical))
        videoPlace.takesPointer = false
        overlay.add(videoPlace)
        for layer in layers { overlay.add(layer) }
        return overlay
    }

    /// Called with the size in logical pixels along the axis that the list determines.
    func resize(width: Double, height: Double) {}

    /// Sets the poster's size in logical pixels. A poster fetched at a much smaller size is fetched again.
    func posterPlace(width: Double, height: Double) {
        cellSize = (max(cellSize.width, Int(width)), max(cellSize.height, Int(height)))
        guard let address, requested.width > 0, cellSize.width > requested.width * 5 / 4 else { return }
        fetch(address)
    }

    /// Shows the poster from a URL; nil shows none.
    func showPoster(_ address: String?) {
        guard address != self.address else { return }
        self.address = address
        (request, still.picture) = (nil, nil)
        if let address { fetch(address) }
    }

    private func fetch(_ address: String) {
        requested = cellSize
        let scale = max(1, scaleFactor)
        let size = PixelSize(width: cellSize.width * scale, height: cellSize.height * scale)
        request = host.posters.request(address, covering: size) { [weak self] picture in
            if let self, self.address == address, picture != nil || still.picture == nil { still.picture = picture }
        }
    }

    /// Shows the item's animated preview instead of the poster while the item is hovered, focused or held.
    func showsPreviews() {
        onPointer(moved: { [weak self] _, _ in self?.handle(.pointed(true)) }, left: { [weak self] in self?.handle(.pointed(false)) })
        onHold { [weak self] in self?.handle(.held($0)) }
        hasPreviews = true
    }
    private var hasPreviews = false

    /// - Parameter address: URL of the item's animated preview; nil if there is none.
    func showPreview(_ address: String?) { handle(.item(address)) }

    override func focusChanged(_ isFocused: Bool) { handle(.focused(isFocused)) }

    private func handle(_ event: PreviewRule.Event) {
        guard hasPreviews, let action = preview.handle(event) else { return }
        (previewRequest, still.preview) = (nil, nil)
        guard case .show(let address) = action, wantsMovement else { return }
        let scale = max(1, scaleFactor)
        let size = PixelSize(width: cellSize.width * scale, height: cellSize.height * scale)
        previewRequest = host.posters.request(address, covering: size) { [weak self] picture in
            if let self, preview.shown == address { still.preview = picture as? PictureLoop }
        }
    }

    /// Adds or removes the item's video.
    func place(_ slide: Slide?) {
        guard slide !== self.slide else { return }
        if let old = self.slide {
            videoPlace.remove(old)
            old.cell = nil
        }
        self.slide = slide
        // Cells are recycled: another one may still contain it.
        if let previous = slide?.cell, previous !== self { previous.place(nil) }
        slide?.cell = self
        slide?.captions.overlay.bottomInset = Double(wordsHeight)
        if let slide { videoPlace.append(slide.expand(.horizontal, .vertical)) }
        handle(.playing(slide != nil))
        playingChanged()
    }

    func playingChanged() {}
}
