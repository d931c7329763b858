// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// The visible part of a view's video and the widgets that cover it, to measure the viewability of ads.
public struct PictureVisibility: Hashable, Sendable {
    /// What kind of widget covers the video.
    public enum Part: Hashable, Sendable {
        /// Controls, and the current ad's own panels.
        case controls
        /// Notices and feedback on key presses.
        case message
    }

    /// A widget over the video.
    public struct Cover: Hashable, Sendable {
        /// What kind of widget it is.
        public var part: Part
        /// Its frame, in logical pixels from the view's top left corner.
        public var frame: Rectangle
    }

    /// The video's frame, which may exceed the view. All frames are in logical pixels from the view's top left corner.
    public var picture: Rectangle
    /// The view's frame; its origin is 0, 0.
    public var view: Rectangle
    /// The visible widgets over the video.
    public var covers: [Cover]
    /// Whether the view is mapped and the video isn't covered entirely.
    public var isShown: Bool
    /// Whether the window is not minimised.
    public var isActive: Bool
}

extension PlayerView {
    /// nil while there is no frame.
    public var pictureVisibility: PictureVisibility? {
        guard let picture = video.pictureRectangle else { return nil }
        let controls = controlsLayer.fades.filter { $0.isShown && $0.isVisible } + [ads.breakPanel, ads.breakActions].filter(\.isVisible)
        let covers =
            controls.compactMap { cover($0, .controls) }
            + [messages.note, messages.notice].filter(\.isVisible).compactMap { cover($0, .message) }
        return PictureVisibility(
            picture: picture, view: Rectangle(x: 0, y: 0, width: Double(video.width), height: Double(video.height)), covers: covers,
            isShown: gtk_widget_get_mapped(video.widget) != 0 && !player.isCovered, isActive: !isWindowPutAway)
    }

    /// nil before the widget is laid out.
    private func cover(_ widget: Widget, _ part: PictureVisibility.Part) -> PictureVisibility.Cover? {
        guard gtk_widget_get_mapped(widget.widget) != 0, widget.width > 0, widget.height > 0,
            let corner = video.place(of: widget, x: 0, y: 0)
        else { return nil }
        let frame = Rectangle(x: corner.x, y: corner.y, width: Double(widget.width), height: Double(widget.height))
        return PictureVisibility.Cover(part: part, frame: frame)
    }
}
