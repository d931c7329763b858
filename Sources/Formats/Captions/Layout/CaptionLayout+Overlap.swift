// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension CaptionLayout {
    /// WebVTT 7.2, "adjust the positions of boxes", with snap-to-lines: searches from the cue's line away from the edge it counts from,
    /// then in the other direction; nil if there is no room (at the step "done positioning" the boxes are then emptied).
    func snapped(_ settings: CueSettings, step lineStep: Double, _ strip: LineBox) -> Rectangle? {
        let (across, depth) = (strip.across, strip.depth)
        var line = min(max((settings.computedLine + 0.5).rounded(.down), -1e6), 1e6)
        // Text that grows to the left counts lines from the right.
        if settings.vertical == .growingLeft { line = -(line + 1) }
        var step = lineStep
        var at = step * line
        if settings.vertical == .growingLeft { at = at - depth + step }
        if line < 0 {
            at += across
            step = -step
        }
        // Skips the steps that lie outside the area.
        if step > 0, at < -depth { at += ((-depth - at) / step).rounded(.down) * step }
        if step < 0, at > across { at -= ((at - across) / -step).rounded(.down) * -step }
        let specified = at
        var hasSwitched = false
        for _ in 0..<4000 {
            if isFree(strip.frame(at: at), in: strip.area) { return strip.frame(at: at) }
            let isOutside = step < 0 ? at < 0 : at + depth > across
            if isOutside, step < 0 || at >= 0 {
                if hasSwitched { return nil }
                hasSwitched = true
                at = specified
                step = -step
            }
            at += step
        }
        return nil
    }

    /// The same for a percentage line: the free position nearest to the requested one; of two equally near ones the higher.
    func percentage(_ settings: CueSettings, _ strip: LineBox) -> Rectangle {
        var at = strip.across * settings.computedLine / 100
        switch settings.lineAlignment {
        case .start: break
        case .center: at -= strip.depth / 2
        case .end: at -= strip.depth
        }
        let preferred = strip.frame(at: at)
        let area = strip.area
        if isFree(preferred, in: area) { return preferred }
        let (limit, right, bottom) = (24, area.x + area.width - preferred.width, area.y + area.height - preferred.height)
        guard right >= area.x - 1e-6, bottom >= area.y - 1e-6 else { return preferred }
        let inside = (x: min(max(preferred.x, area.x), max(right, area.x)), y: min(max(preferred.y, area.y), max(bottom, area.y)))
        var (xs, ys) = ([inside.x, area.x, right], [inside.y, area.y, bottom])
        for frame in taken.suffix(limit) {
            xs += [frame.x - preferred.width, frame.x + frame.width]
            ys += [frame.y - preferred.height, frame.y + frame.height]
        }
        // Nearest candidates come first; a free one ends the search in its direction.
        xs.sort { abs($0 - preferred.x) < abs($1 - preferred.x) }
        ys.sort { (abs($0 - preferred.y), $0) < (abs($1 - preferred.y), $1) }
        var best: (frame: Rectangle, distance: Double)?
        for x in xs {
            let dx = x - preferred.x
            if let best, dx * dx > best.distance { break }
            for y in ys {
                let dy = y - preferred.y
                let distance = dx * dx + dy * dy
                if let best, distance > best.distance { break }
                let frame = Rectangle(x: x, y: y, width: preferred.width, height: preferred.height)
                guard isFree(frame, in: area) else { continue }
                let isHigher = best.map { distance < $0.distance || y < $0.frame.y } ?? true
                if isHigher { best = (frame, distance) }
            }
        }
        // If nothing is free, the requested position is kept (the last step of that part).
        return best?.frame ?? preferred
    }
}
