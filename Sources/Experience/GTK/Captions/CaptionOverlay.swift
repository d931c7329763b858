// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptionDrawing
public import WindowboxCaptions
public import WindowboxMedia

/// Draws captions over the video where their cues place them. Redraws only when the cues, the style or the available area change.
@MainActor public final class CaptionOverlay: CustomWidget {
    /// The cues to draw now.
    public var cues = ActiveCues.none {
        didSet { if cues != oldValue { change() } }
    }

    /// The application's style and the user's preferences.
    public var style = CaptionStyle() {
        didSet { if style != oldValue { redraw() } }
    }

    /// The video's rectangle in the overlay; nil if it fills the overlay.
    var picture: (@MainActor () -> Rectangle?)?

    /// Logical pixels at the bottom taken by controls.
    public var bottomInset = 0.0 {
        didSet { if bottomInset != oldValue, !cues.isEmpty { redraw() } }
    }

    /// Logical pixels at the top taken by a title.
    public var topInset = 0.0 {
        didSet { if topInset != oldValue, !cues.isEmpty { redraw() } }
    }

    /// Logical pixels covered at the sides of the view; captions are centred in the rest.
    public struct SideInsets: Hashable, Sendable {
        /// Logical pixels.
        public var left: Double
        /// Logical pixels.
        public var right: Double

        public init(left: Double = 0, right: Double = 0) { (self.left, self.right) = (left, right) }
    }

    /// What covers the sides of the view; nothing by default.
    public var sideInsets = SideInsets() {
        didSet { if sideInsets != oldValue, !cues.isEmpty { redraw() } }
    }

    /// Where the cues were last drawn, including their backgrounds.
    public private(set) var drawnBounds: [Rectangle] = []
    /// How often the overlay was drawn.
    public private(set) var drawings = 0

    /// Its libraries are those that GTK has loaded.
    private lazy var typesetter = try? CaptionTypesetter()

    public override init() {
        super.init()
        takesPointer = false
        accessibleName(translated("Captions"))
    }

    func pictureMoved() { if !cues.isEmpty { redraw() } }

    private func change() {
        let text = cues.texts.joined(separator: "\n")
        accessibleName(text.isEmpty ? translated("Captions") : text)
        redraw()
    }

    public override func draw(on canvas: Canvas) {
        drawings += 1
        let free = max(Double(width) - sideInsets.left - sideInsets.right, 0)
        let whole = Rectangle(x: sideInsets.left, y: 0, width: free, height: Double(height))
        // The visible part of the video: one that fills the view is cropped. If it is completely covered, use the view.
        let picture = (picture?() ?? whole).intersection(whole) ?? whole
        let edge = Rectangle(x: whole.x, y: topInset, width: whole.width, height: max(whole.height - topInset - bottomInset, 0))
        var area = CaptionPage.area(in: whole, picture: picture, top: topInset, bottom: bottomInset)
        area.height = max(area.height - (picture.height * style.preference.raise).rounded(), 0)
        guard let typesetter else { return }
        let page = CaptionPage(cues, style.appearance, picture: picture, area: area, edge: edge, typesetter: typesetter)
        drawnBounds = page.captionBounds
        page.draw(on: SnapshotCanvas(canvas))
    }
}
