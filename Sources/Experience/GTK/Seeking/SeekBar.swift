// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// Shows the playback position and the buffered range, and lets the user seek by pointer, touch, keyboard or assistive technology,
/// for which it is a slider with a value in seconds.
@MainActor public final class SeekBar: Widget, Drawn {
    /// Called with each time that the pointer passes during a drag.
    public var onPreview: (@MainActor (Double) -> Void)?
    /// Called with the time that the user finally chose.
    public var onSeek: (@MainActor (Double) -> Void)?
    /// Called when the user grabs or releases the bar.
    public var onHold: (@MainActor (Bool) -> Void)?

    /// The range that the bar represents, in seconds; seeking is disabled while it is empty.
    public var range = TimeRange.zero {
        didSet { if range != oldValue { showRange() } }
    }

    /// Disables seeking but still shows everything, as during an ad that must be watched.
    public var isLocked = false {
        didSet { if isLocked != oldValue { lock() } }
    }

    /// Seconds; not updated while the user holds the bar.
    public var position = 0.0 {
        didSet { if position != oldValue, !isHeld { showPosition() } }
    }

    /// The span that is loaded around the position, in seconds; nil for none.
    public var buffered: TimeRange? {
        didSet { if buffered != oldValue { redraw() } }
    }

    /// Marked spans of the range.
    public var marks: [SeekMark] = [] {
        didSet { if marks != oldValue { redraw() } }
    }

    /// The text for a time at the pointer; by default the distance from the start of the range.
    public var caption: (@MainActor (Double) -> String)?

    /// Called with the time below the pointer, and with nil when the pointer leaves.
    public var onHover: (@MainActor (Double?) -> Void)?
    /// Whether the bar draws the ``caption`` above the pointer itself.
    public var showsBubble = true

    /// Whether the user is dragging.
    public private(set) var isHeld = false
    var hover: Double? {
        didSet { if hover != oldValue { reportHover() } }
    }
    /// What listeners and assistive technology know: the time below the pointer, and the position in whole seconds.
    private var reported: (hover: Double?, second: Int) = (nil, .min)
    private var isUpdating = false

    private static let type = DrawnType.register("WindowboxSeekBar", parent: gtk_scale_get_type())

    public init() {
        super.init(type: Self.type)
        cssClass("seek-bar").accessibleName(translated("Position"))
        gtk_range_set_round_digits(cast(), -1)
        isEnabled = false
        on("value-changed") { [weak self] in self?.valueChanged() }
        onPress { [weak self] isDown in self?.pressed(isDown) }
        onPointer(
            moved: { [weak self] x, _ in
                self?.hover = x
                self?.redraw()
            },
            left: { [weak self] in
                self?.hover = nil
                self?.redraw()
            })
        gtk_range_set_increments(cast(), 10, 60)
    }

    /// The displayed position: the user's while dragging, otherwise the player's.
    public var shownPosition: Double { gtk_range_get_value(cast()) }

    private func lock() {
        if isLocked, isHeld {
            isHeld = false
            onHold?(false)
        }
        showRange()
    }

    private func showRange() {
        isEnabled = !range.isEmpty && !isLocked
        guard !range.isEmpty else {
            // GTK doesn't say that the pointer leaves a disabled bar.
            hover = nil
            return redraw()
        }
        updating { gtk_range_set_range(cast(), range.start, range.end) }
        if !isHeld { showPosition() }
        redraw()
    }

    private func showPosition() {
        guard !range.isEmpty else { return }
        updating { gtk_range_set_value(cast(), position) }
        if hover != nil { reportHover() }
        guard Int(position) != reported.second, abs(position) < 1e9 else { return }
        reported.second = Int(position)
        accessibleValue(TimeText.spoken(position - range.start, of: range.duration))
    }

    private func reportHover() {
        let time = hover.map { geometry.time(at: $0, knob: shownPosition) }
        guard time != reported.hover else { return }
        reported.hover = time
        onHover?(time)
    }

    private func updating(_ body: () -> Void) {
        isUpdating = true
        body()
        isUpdating = false
    }

    private func valueChanged() {
        redraw()
        guard !isUpdating else { return }
        if isHeld { onPreview?(shownPosition) } else { onSeek?(shownPosition) }
    }

    private func pressed(_ isDown: Bool) {
        guard isDown != isHeld, isEnabled else { return }
        isHeld = isDown
        onHold?(isDown)
        if !isDown { onSeek?(shownPosition) }
        redraw()
    }
}

extension SeekBar {
    // Opacities, relative to the text colour, which differs between video overlays and windows.
    private static let played = 0.95
    private static let loaded = 0.38
    private static let rest = 0.2
    private static let seenInterruption = 0.6
    private static let gap = Color(red: 0, green: 0, blue: 0, alpha: 0.85)

    private var geometry: SeekBarGeometry {
        var trough = GdkRectangle()
        gtk_range_get_range_rect(cast(), &trough)
        return SeekBarGeometry(range: range, start: Double(trough.x), length: Double(trough.width))
    }

    /// The x coordinate of a time.
    public func x(of time: Double) -> Double { geometry.x(of: time) }

    func draw(on canvas: Canvas) {
        let geometry = geometry
        let isActive = isEnabled && (hover != nil || isHeld)
        let thickness = isActive ? 6.0 : 4.0
        let centre = Double(height) / 2
        func fill(_ span: TimeRange, _ color: Color) {
            guard let bar = geometry.rectangle(of: span, centre: centre, thickness: thickness) else { return }
            canvas.fill(bar, color, radius: thickness / 2)
        }
        let whole = Rectangle(x: geometry.start, y: centre - thickness / 2, width: geometry.length, height: thickness)
        canvas.fill(whole, canvas.ink(Self.rest), radius: thickness / 2)
        guard !range.isEmpty else { return }
        if let buffered { fill(buffered, canvas.ink(Self.loaded)) }
        fill(TimeRange(start: range.start, end: shownPosition), canvas.ink(Self.played))
        for mark in marks {
            switch mark.kind {
            case .blocked, .openingCredits, .closingCredits: fill(mark.timeRange, mark.kind.color)
            case .repeated: drawBlock(on: canvas, geometry, mark, centre, thickness)
            case .interruption:
                drawBlock(on: canvas, geometry, mark, centre, thickness)
                // An interruption with a duration shows its progress.
                fill(TimeRange(start: mark.timeRange.start, end: min(mark.timeRange.end, shownPosition)), canvas.ink(Self.seenInterruption))
            case .chapter: if mark.timeRange.start > range.start { drawGap(on: canvas, geometry, mark.timeRange.start, centre, thickness) }
            }
        }
        // A locked bar has no knob.
        if !isLocked {
            drawKnob(on: canvas, x: geometry.x(of: shownPosition), centre: centre, radius: isActive ? 8 : 6)
        }
        if let hover, showsBubble { drawBubble(on: canvas, geometry, x: hover) }
    }

    /// Draws the gap that separates chapters.
    private func drawGap(on canvas: Canvas, _ geometry: SeekBarGeometry, _ time: Double, _ centre: Double, _ thickness: Double) {
        guard range.contains(time) else { return }
        canvas.fill(Rectangle(x: geometry.x(of: time) - 1, y: centre - thickness / 2, width: 2, height: thickness), Self.gap, radius: 0)
    }

    /// Draws a span at a minimum width, so that it is visible.
    private func drawBlock(
        on canvas: Canvas, _ geometry: SeekBarGeometry, _ mark: SeekMark, _ centre: Double, _ thickness: Double
    ) {
        let span = mark.timeRange
        guard range.contains(span.start) || span.intersection(range) != nil else { return }
        let (left, right) = (geometry.x(of: span.start), geometry.x(of: span.end))
        let width = max(right - left, thickness)
        canvas.fill(
            Rectangle(x: min(left, geometry.start + geometry.length - width), y: centre - thickness / 2, width: width, height: thickness),
            mark.kind.color, radius: thickness / 2)
    }

    private func drawKnob(on canvas: Canvas, x: Double, centre: Double, radius: Double) {
        if gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0 {
            let ring = radius + 4
            canvas.fill(Rectangle(x: x - ring, y: centre - ring, width: ring * 2, height: ring * 2), canvas.ink(0.35), radius: ring)
        }
        canvas.fill(Rectangle(x: x - radius, y: centre - radius, width: radius * 2, height: radius * 2), canvas.ink(1), radius: radius)
    }

    private func drawBubble(on canvas: Canvas, _ geometry: SeekBarGeometry, x: Double) {
        let time = geometry.time(at: x, knob: shownPosition)
        let text = caption?(time) ?? TimeText.clock(time - range.start)
        let width = canvas.width(of: text) + 16
        let left = min(max(x - width / 2, 0), max(Double(self.width) - width, 0))
        let bubble = Rectangle(x: left.rounded(), y: -26, width: width, height: 24)
        canvas.fill(bubble, Color(red: 0.08, green: 0.08, blue: 0.09, alpha: 0.92), radius: 6)
        canvas.text(text, in: bubble, .white(alpha: 1))
    }
}

extension Canvas {
    /// - Parameter share: multiplier of its opacity.
    fileprivate func ink(_ share: Double) -> Color {
        var color = ink
        color.alpha *= share
        return color
    }
}

extension SeekMark.Kind {
    fileprivate var color: Color {
        switch self {
        case .blocked: Color(red: 0.85, green: 0.25, blue: 0.2, alpha: 0.9)
        case .openingCredits, .closingCredits: Color(red: 0.95, green: 0.78, blue: 0.25, alpha: 0.75)
        case .interruption: Color(red: 1, green: 0.8, blue: 0.1)
        case .repeated: Color(red: 0.38, green: 0.68, blue: 1, alpha: 0.9)
        case .chapter: .white(alpha: 1)
        }
    }
}
