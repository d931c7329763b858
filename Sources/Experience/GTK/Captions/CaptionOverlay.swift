// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// Draws captions above a picture, where their cues say. It is drawn anew only when they, their looks or their room have changed.
@MainActor public final class CaptionOverlay: CustomWidget {
    public var cues = ActiveCues.none {
        didSet { if cues != oldValue { change() } }
    }

    public var style = CaptionStyle() {
        didSet { if style != oldValue { redraw() } }
    }

    /// Where the picture stands in the overlay; nil where it fills all of it.
    var picture: (@MainActor () -> Rectangle?)?

    /// Pixels at the bottom that controls take.
    public var bottomInset = 0.0 {
        didSet { if bottomInset != oldValue, !cues.isEmpty { redraw() } }
    }

    /// Pixels at the top that a title takes.
    public var topInset = 0.0 {
        didSet { if topInset != oldValue, !cues.isEmpty { redraw() } }
    }

    /// Pixels of a view that something lies on: what is left of it is where captions find their middle.
    public struct SideInsets: Hashable, Sendable {
        public var left: Double
        public var right: Double

        public init(left: Double = 0, right: Double = 0) { (self.left, self.right) = (left, right) }
    }

    public var sideInsets = SideInsets() {
        didSet { if sideInsets != oldValue, !cues.isEmpty { redraw() } }
    }

    /// Where the cues were drawn last, each with what lies behind it.
    public private(set) var drawnPlaces: [Rectangle] = []
    /// How often it was drawn.
    public private(set) var drawings = 0

    private lazy var typesetter = CaptionTypesetter(widget)
    private static let margin = 8.0

    public override init() {
        super.init()
        takesPointer = false
        accessibleName("Captions")
    }

    func pictureMoved() { if !cues.isEmpty { redraw() } }

    private func change() {
        let text = cues.texts.joined(separator: "\n")
        accessibleName(text.isEmpty ? "Captions" : text)
        redraw()
    }

    /// Where captions may be: the picture's edge is for those that are put there, the view's edge and its controls for none.
    private func room(in picture: Rectangle) -> Rectangle {
        let top = Self.margin + topInset
        let bottom = min(Double(height) - Self.margin - bottomInset, picture.bottom - (picture.height * 0.03).rounded())
        let (left, right) = (sideInsets.left + Self.margin, Double(width) - sideInsets.right - Self.margin)
        return Rectangle(x: left, y: top, width: max(right - left, 0), height: max(bottom - top, 0))
    }

    public override func draw(on canvas: Canvas) {
        drawings += 1
        let free = max(Double(width) - sideInsets.left - sideInsets.right, 0)
        let whole = Rectangle(x: sideInsets.left, y: 0, width: free, height: Double(height))
        // What of it is seen: one that fills the view is cut off. Of one that lies wholly under something the view is taken.
        let picture = (picture?() ?? whole).intersection(whole) ?? whole
        let edge = Rectangle(x: whole.x, y: topInset, width: whole.width, height: max(whole.height - topInset - bottomInset, 0))
        let page = CaptionPage(cues, style, picture: picture, room: room(in: picture), edge: edge, typesetter: typesetter)
        drawnPlaces = page.captions.map(\.place)
        page.draw(on: canvas)
    }
}
