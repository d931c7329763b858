// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Maps times to positions on a seek bar.
struct SeekBarGeometry: Equatable {
    /// The range that the bar represents.
    var range: TimeRange
    /// Start and length of the bar, in logical pixels.
    var start: Double
    var length: Double

    /// The x coordinate of a time, clamped to the range.
    func x(of time: Double) -> Double {
        guard !range.isEmpty else { return start }
        return start + (range.clamp(time) - range.start) / range.duration * length
    }

    /// The time at a coordinate, clamped to the ends of the bar.
    func time(at x: Double) -> Double {
        guard length > 0 else { return range.start }
        return range.start + min(max((x - start) / length, 0), 1) * range.duration
    }

    /// The time at a coordinate. Near the knob, it is the knob's exact time: one pixel covers many frames, while the clock shows one.
    func time(at x: Double, knob position: Double) -> Double {
        abs(self.x(of: position) - x) <= 1.5 ? range.clamp(position) : time(at: x)
    }

    /// The rectangle of a time span, centred vertically at `centre`; nil if it is not on the bar.
    func rectangle(of span: TimeRange, centre: Double, thickness: Double) -> Rectangle? {
        guard let visible = span.intersection(range) else { return nil }
        let left = x(of: visible.start)
        return Rectangle(x: left, y: centre - thickness / 2, width: x(of: visible.end) - left, height: thickness)
    }
}
