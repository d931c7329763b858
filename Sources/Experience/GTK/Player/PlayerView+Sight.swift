// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// What of a view's picture can be seen, and what of the view's own lies over it: for who measures ads.
public struct PictureSight: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        /// They come and go with the pointer, or belong to the ad at hand.
        case controls
        /// What a person is told in passing.
        case message
    }

    public struct Cover: Hashable, Sendable {
        public var part: Part
        public var frame: Rectangle
    }

    /// In pixels of the style, from the view's corner, as all frames here; it may reach beyond the view.
    public var picture: Rectangle
    public var view: Rectangle
    public var covers: [Cover]
    /// The view is on the screen, and nothing hides its picture as a whole.
    public var isShown: Bool
    /// The window was not put away.
    public var isActive: Bool
}

extension PlayerView {
    /// Nil while there is no picture.
    public var sight: PictureSight? {
        guard let picture = video.pictureRectangle else { return nil }
        let controls = fades.filter { $0.isShown && $0.isVisible } + [breakPanel, breakActions].filter(\.isVisible)
        let covers = controls.compactMap { cover($0, .controls) } + [note, notice].filter(\.isVisible).compactMap { cover($0, .message) }
        return PictureSight(
            picture: picture, view: Rectangle(x: 0, y: 0, width: Double(video.width), height: Double(video.height)), covers: covers,
            isShown: gtk_widget_get_mapped(video.widget) != 0 && !player.isCovered, isActive: !isWindowPutAway)
    }

    /// Nil for what is not laid out.
    private func cover(_ widget: Widget, _ part: PictureSight.Part) -> PictureSight.Cover? {
        guard gtk_widget_get_mapped(widget.widget) != 0, widget.width > 0, widget.height > 0,
            let corner = video.place(of: widget, x: 0, y: 0)
        else { return nil }
        let frame = Rectangle(x: corner.x, y: corner.y, width: Double(widget.width), height: Double(widget.height))
        return PictureSight.Cover(part: part, frame: frame)
    }
}
