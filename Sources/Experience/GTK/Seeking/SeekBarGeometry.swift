// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Which time lies where on a seek bar.
struct SeekBarGeometry: Equatable {
    /// What the whole bar stands for.
    var range: TimeRange
    /// Where the bar starts, and how long it is, in pixels of the style.
    var start: Double
    var length: Double

    /// Where a time is; those outside of the range are at its ends.
    func x(of time: Double) -> Double {
        guard !range.isEmpty else { return start }
        return start + (range.clamp(time) - range.start) / range.duration * length
    }

    /// The time at a place; places beside the bar mean its ends.
    func time(at x: Double) -> Double {
        guard length > 0 else { return range.start }
        return range.start + min(max((x - start) / length, 0), 1) * range.duration
    }

    /// The same, but that the knob's own place means its time: a pixel stands for many pictures, and the clock beside the bar shows one.
    func time(at x: Double, knob position: Double) -> Double {
        abs(self.x(of: position) - x) <= 1.5 ? range.clamp(position) : time(at: x)
    }

    /// Where a span of time is drawn, at a height around a centre; nil when none of it is on the bar.
    func rectangle(of span: TimeRange, centre: Double, thickness: Double) -> Rectangle? {
        guard let visible = span.intersection(range) else { return nil }
        let left = x(of: visible.start)
        return Rectangle(x: left, y: centre - thickness / 2, width: x(of: visible.end) - left, height: thickness)
    }
}
