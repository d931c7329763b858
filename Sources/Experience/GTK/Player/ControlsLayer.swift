// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxPlayer

/// What a player shows and hides together: the controls, the header and the application's own controls.
@MainActor final class ControlsLayer {
    let visibility = VisibilityTracker()
    let controls: ControlsBar
    /// At the top of the view; nil for none.
    let header: Widget?
    /// Where the controls are; nil for the view itself.
    let parent: Overlay?
    private(set) var fades: [Fade] = []
    private var screenReader: ScreenReader?
    private var own: [(fade: Fade, orientations: ViewOrientations)] = []

    init(_ controls: ControlsBar, header: Widget?, parent: Overlay?) {
        self.controls = controls
        self.header = header
        self.parent = parent
        controls.offersFullScreen = false
        controls.seekBar.showsBubble = false
        parent?.cssClass("player")
    }

    /// A widget to add to the view.
    func fade(_ content: Widget, _ edge: Alignment) -> Fade {
        let fade = Fade(content)
        fade.align(vertical: edge)
        fades.append(fade)
        return fade
    }

    /// Wraps an application's control, so that it fades together with the others.
    /// - Parameter orientations: the orientations of the view in which it is shown.
    func fade(_ control: Widget, for orientations: ViewOrientations, in shape: ViewOrientations) -> Fade {
        let fade = Fade(control)
        fades.append(fade)
        own.append((fade, orientations))
        fade.isShown = !visibility.isUserInterfaceHidden
        fade.isVisible = orientations.contains(shape)
        fade.takeAlignment(of: control)
        return fade
    }

    func hold(_ reason: VisibilityTracker.Hold, _ isHeld: Bool) {
        if isHeld { visibility.hold(reason) } else { visibility.release(reason) }
    }

    /// Keeps the controls shown while a screen reader is used.
    func followScreenReader() {
        screenReader = ScreenReader { [weak self] in self?.hold(.screenReader, $0) }
    }

    func show(_ isShown: Bool) {
        for fade in fades { fade.isShown = isShown }
    }

    func fit(_ sizeClass: ControlsSizeClass, _ shape: ViewOrientations) {
        controls.sizeClass = sizeClass
        // A view this small is part of a larger one, which has the title and the window's buttons.
        header?.isVisible = sizeClass != .tiny
        for (fade, orientations) in own { fade.isVisible = orientations.contains(shape) }
    }

    func showFullScreen(_ isFullScreen: Bool) {
        controls.fullScreen.icon = isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic"
        controls.fullScreen.name = isFullScreen ? translated("Leave Full Screen") : translated("Full Screen")
    }

    var insets: ControlsInsets {
        // Measuring costs, so nothing is measured that is hidden.
        let isHidden = visibility.isUserInterfaceHidden
        let isInView = !isHidden && controls.isVisible && parent == nil
        let title = isHidden ? nil : header.flatMap { $0.isVisible ? $0.naturalHeight : nil }
        return ControlsInsets(isHidden: isHidden, controls: isInView ? (controls.naturalHeight, controls.shade) : nil, header: title)
    }

    /// The part of a picture that is in the view, and that neither header nor controls cover when they are shown.
    func freeArea(in picture: Rectangle, width: Int, height: Int) -> Rectangle? {
        let top = max(0, picture.y, Double(header?.height ?? 0))
        let bottom = min(picture.y + picture.height, Double(height - (parent == nil ? controls.height : 0)))
        let left = max(0, picture.x)
        guard bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: min(picture.x + picture.width, Double(width)) - left, height: bottom - top)
    }
}
