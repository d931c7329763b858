// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// The small window: the video, and a few controls shown on pointer movement or keyboard focus.
@MainActor final class PictureInPictureWindow: Window {
    static let widths = 200.0...960.0
    private static let margin = 24.0

    var onBack: (@MainActor () -> Void)?
    var onDismiss: (@MainActor () -> Void)?
    /// Called once, when the window is on screen.
    var onOpened: (@MainActor () -> Void)?

    let video: VideoView
    var corner = ScreenCorner.bottomRight
    private let aspectRatio: Double
    let controls: Fade
    private var resize: (by: CornerResize, from: (x: Double, y: Double))?

    /// - Parameter aspectRatio: of the video, and so of the window.
    init(
        _ player: any PlayerControlling, pictures: PictureMailbox, aspectRatio: Double, texts: PictureInPictureTexts,
        application: Application?
    ) {
        self.aspectRatio = min(max(aspectRatio, 0.4), 3)
        video = VideoView(pictures)
        let row = Box(.horizontal, spacing: 6)
        let column = Box(.vertical, spacing: 8) { row.align(horizontal: .center) }
        if !PictureInPicture.staysAbove {
            column.append(
                Label(texts.keepOnTop).wrapped(columns: 24).cssClass("note").align(horizontal: .center)
            )
        }
        controls = Fade(milliseconds: 120, column)
        let width = self.aspectRatio >= 1 ? 400.0 : 240
        super.init(application: application, title: texts.title, width: Int(width), height: Int(width / self.aspectRatio))
        GTKStyleSheet.install("picture-in-picture.css", of: EmbeddedAssets.files)
        cssClass("picture-in-picture")
        gtk_window_set_decorated(cast(), 0)
        row.append(
            Button(icon: "view-restore-symbolic", name: texts.back) { [weak self] in self?.onBack?() }.cssClass("osd", "circular"))
        row.append(
            Button(icon: "media-playback-start-symbolic", name: texts.play) { player.togglePlayPause() }.cssClass("osd", "circular")
                .bind(\.icon) {
                    player.hasEnded
                        ? "view-refresh-symbolic" : player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
                }
                .bind(\.name) { player.isPlaying && !player.hasEnded ? texts.pause : texts.play })
        row.append(
            Button(icon: "window-close-symbolic", name: texts.close) { [weak self] in self?.onDismiss?() }
                .cssClass("osd", "circular"))
        controls.align(horizontal: .center, vertical: .center)
        let content = Overlay(video.expand(.horizontal, .vertical)) { controls }
        for corner in CornerResize.Corner.allCases { content.add(handle(corner)) }
        if texts.isRightToLeft { content.setDirection(rightToLeft: true) }
        setContent(content)
        listen(player)
    }

    private func listen(_ player: any PlayerControlling) {
        on("map") { [weak self] in
            // The surface exists, but the window manager knows it only after the current frame.
            MainLoop.call { self?.opened() }
        }
        onPointer(moved: { [weak self] _, _ in self?.controls.isShown = true }, left: { [weak self] in self?.controls.isShown = false })
        onAnyKey { [weak self] in self?.controls.isShown = true }
        onKey { [weak self] key, modifiers in self?.pressed(key, modifiers, player) ?? false }
        let drag = Object(adopting: gtk_gesture_drag_new())
        drag.on("drag-update") { [weak self, unowned drag] (x: Double, y: Double) in
            if abs(x) + abs(y) > 6 { self?.move(by: drag) }
        }
        gtk_widget_add_controller(video.widget, drag.retained.opaque)
        let click = Object(adopting: gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, UInt32(GDK_BUTTON_SECONDARY))
        click.on("pressed") { [weak self, unowned click] (_: Int32, _: Double, _: Double) in self?.showMenu(click) }
        gtk_widget_add_controller(widget, click.retained.opaque)
    }

    /// Shows the desktop's window menu, where some desktops let the user keep the window on top although programs can't.
    private func showMenu(_ click: Object) {
        guard let surface = gtk_native_get_surface(opaque), let event = gtk_event_controller_get_current_event(click.opaque) else { return }
        gdk_toplevel_show_window_menu(surface.raw.opaque, event)
    }

    private func opened() {
        if let surface = X11Surface(of: self) {
            surface.keepAbove()
            if let frame = surface.frame {
                let screen = surface.screen
                var target = frame
                let (isLeft, isTop) = (corner == .topLeft || corner == .bottomLeft, corner == .topLeft || corner == .topRight)
                target.x = isLeft ? Self.margin : screen.width - frame.width - Self.margin
                target.y = isTop ? Self.margin : screen.height - frame.height - Self.margin
                surface.place(target)
            }
        }
        onOpened?()
        onOpened = nil
    }

    private func pressed(_ key: KeyboardKey, _ modifiers: KeyModifiers, _ player: any PlayerControlling) -> Bool {
        switch key {
        case .space where modifiers.isEmpty: player.togglePlayPause()
        case .escape: onBack?()
        case KeyboardKey("+"), KeyboardKey("="): grow(by: 1.2)
        case KeyboardKey("-"): grow(by: 1 / 1.2)
        case KeyboardKey("w") where modifiers.contains(.control): onDismiss?()
        default: return false
        }
        return true
    }

    // MARK: Position and size

    /// The window manager moves the window from here on.
    private func move(by drag: Object) {
        var x = 0.0
        var y = 0.0
        guard resize == nil, gtk_gesture_drag_get_start_point(drag.opaque, &x, &y) != 0,
            let surface = gtk_native_get_surface(opaque), let device = gtk_event_controller_get_current_event_device(drag.opaque)
        else { return }
        gdk_toplevel_begin_move(surface.raw.opaque, device, 1, x, y, gtk_event_controller_get_current_event_time(drag.opaque))
        gtk_event_controller_reset(drag.opaque)
    }

    private func handle(_ corner: CornerResize.Corner) -> Widget {
        let handle = Box(.horizontal).minimumSize(width: 18, height: 18)
            .align(horizontal: corner.isLeft ? .start : .end, vertical: corner.isTop ? .start : .end)
        handle.cursor = corner == .topLeft || corner == .bottomRight ? "nwse-resize" : "nesw-resize"
        let drag = Object(adopting: gtk_gesture_drag_new())
        drag.on("drag-begin") { [weak self, unowned drag] (_: Double, _: Double) in self?.beginResize(corner, drag) }
        drag.on("drag-update") { [weak self] (_: Double, _: Double) in self?.pull() }
        drag.on("drag-end") { [weak self] (_: Double, _: Double) in self?.resize = nil }
        gtk_widget_add_controller(handle.widget, drag.retained.opaque)
        return handle
    }

    private func beginResize(_ corner: CornerResize.Corner, _ drag: Object) {
        guard let surface = X11Surface(of: self) else { return leaveResizing(corner, drag) }
        guard let frame = surface.frame, let pointer = surface.pointer else { return }
        resize = (CornerResize(corner: corner, start: frame, aspectRatio: aspectRatio, widths: Self.widths), pointer)
    }

    /// Lets the desktop resize the window. It doesn't keep the aspect ratio, so the video may be letterboxed.
    private func leaveResizing(_ corner: CornerResize.Corner, _ drag: Object) {
        guard let surface = gtk_native_get_surface(opaque), let device = gtk_event_controller_get_current_event_device(drag.opaque) else {
            return
        }
        let edge: GdkSurfaceEdge =
            switch (corner.isTop, corner.isLeft) {
            case (true, true): GDK_SURFACE_EDGE_NORTH_WEST
            case (true, false): GDK_SURFACE_EDGE_NORTH_EAST
            case (false, true): GDK_SURFACE_EDGE_SOUTH_WEST
            case (false, false): GDK_SURFACE_EDGE_SOUTH_EAST
            }
        gdk_toplevel_begin_resize(
            surface.raw.opaque, edge, device, 1, 0, 0, gtk_event_controller_get_current_event_time(drag.opaque))
        gtk_event_controller_reset(drag.opaque)
    }

    private func pull() {
        guard let resize, let surface = X11Surface(of: self), let pointer = surface.pointer else { return }
        surface.place(resize.by.frame(dx: pointer.x - resize.from.x, dy: pointer.y - resize.from.y))
    }

    /// Resizes by key; the lower right corner stays in place.
    func grow(by factor: Double) {
        guard let surface = X11Surface(of: self), let frame = surface.frame else {
            let size = normalSize
            let width = min(max(Double(size.width) * factor, Self.widths.lowerBound), Self.widths.upperBound)
            return gtk_window_set_default_size(cast(), Int32(width), Int32(width / aspectRatio))
        }
        let resize = CornerResize(corner: .topLeft, start: frame, aspectRatio: aspectRatio, widths: Self.widths)
        surface.place(resize.frame(dx: -frame.width * (factor - 1), dy: -frame.height * (factor - 1)))
    }

    /// Closes the window without confirmation.
    func dismiss() { gtk_window_destroy(cast()) }
}
