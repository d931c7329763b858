// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// How much of a view's picture is visible, and what covers it: for measuring the viewability of ads.
public struct PictureSight: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        /// Shown while the viewer uses them, or part of the current ad.
        case controls
        /// Notices and answers to keys.
        case message
    }

    public struct Cover: Hashable, Sendable {
        public var part: Part
        public var frame: Rectangle
    }

    /// In logical pixels from the view's top left corner, as all frames here. It may be larger than the view.
    public var picture: Rectangle
    public var view: Rectangle
    public var covers: [Cover]
    /// The view is on the screen, and nothing covers all of its picture.
    public var isShown: Bool
    /// The window is not minimised.
    public var isActive: Bool
}

extension PlayerView {
    /// nil while there is no picture.
    public var sight: PictureSight? {
        guard let picture = video.pictureRectangle else { return nil }
        let controls = controlsLayer.fades.filter { $0.isShown && $0.isVisible } + [ads.breakPanel, ads.breakActions].filter(\.isVisible)
        let covers =
            controls.compactMap { cover($0, .controls) }
            + [messages.note, messages.notice].filter(\.isVisible).compactMap { cover($0, .message) }
        return PictureSight(
            picture: picture, view: Rectangle(x: 0, y: 0, width: Double(video.width), height: Double(video.height)), covers: covers,
            isShown: gtk_widget_get_mapped(video.widget) != 0 && !player.isCovered, isActive: !isWindowPutAway)
    }

    /// nil before the widget is laid out.
    private func cover(_ widget: Widget, _ part: PictureSight.Part) -> PictureSight.Cover? {
        guard gtk_widget_get_mapped(widget.widget) != 0, widget.width > 0, widget.height > 0,
            let corner = video.place(of: widget, x: 0, y: 0)
        else { return nil }
        let frame = Rectangle(x: corner.x, y: corner.y, width: Double(widget.width), height: Double(widget.height))
        return PictureSight.Cover(part: part, frame: frame)
    }
}
