// SPDX-License-Identifier: Apache-2.0

/// The share of viewers who reach each quarter of a video.
struct RetentionChart: Sendable {
    /// The share at 0, 25, 50, 75 and 100 % of the video, 0...1.
    let parts: [Double]

    /// - Parameter counts: the number of starts, and of viewers who reached each quarter; nil without starts.
    init?(counts: [Double]) {
        guard let first = counts.first, first > 0, counts.count == 5 else { return nil }
        // Events may be lost; viewers who reached a later quarter also reached the earlier ones.
        var least = 1.0
        parts = counts.map { count in
            least = min(least, count / first)
            return least
        }
    }

    private static let plot = (left: 66.0, top: 12.0, width: 420.0, height: 150.0)

    var html: HTML {
        let plot = Self.plot
        let places = parts.enumerated().map { index, part in
            (x: plot.left + plot.width * Double(index) / 4, y: plot.top + plot.height * (1 - part))
        }
        let line = places.map { "\(ChartAxis.number($0.x)),\(ChartAxis.number($0.y))" }.joined(separator: " ")
        let bottom = ChartAxis.number(plot.top + plot.height)
        let area = "\(ChartAxis.number(plot.left)),\(bottom) \(line) \(ChartAxis.number(plot.left + plot.width)),\(bottom)"
        let labels: [HTML] = places.enumerated().map { index, place in
            ChartAxis.label(
                "\(index * 25) %", x: place.x, y: plot.top + plot.height + 20, anchor: index == 0 ? "start" : index == 4 ? "end" : "middle")
        }
        let dots: [HTML] = zip(places, parts).enumerated().map { index, point in
            """
            <circle class="dot" cx="\(ChartAxis.number(point.0.x))" cy="\(ChartAxis.number(point.0.y))" r="4"><title>\(index * 25) %: \
            \(Self.percent(point.1))</title></circle>
            """
        }
        let summary =
            "Audience retention: " + parts.enumerated().map { "\(Self.percent($1)) at \($0 * 25) %" }.joined(separator: ", ") + "."
        let rows: [HTML] = parts.enumerated().map { index, part in
            "<tr><th scope=\"row\">\(index * 25) %</th><td>\(Self.percent(part))</td></tr>"
        }
        return """
            <svg class="chart wide" viewBox="0 0 500 200" role="img" aria-label="\(summary)">\(ChartAxis.grid(plot, 1) { Self.percent($0) })\
            <polygon class="under" points="\(area)"/><polyline class="curve" points="\(line)"/>\(dots)\(labels)</svg>
            <p class="axis">Share of viewers who are still watching, by how much of the video has played.</p>
            <details><summary>Show as table</summary><div class="table"><table><caption class="unseen">Audience retention</caption><thead><tr>
            <th scope="col">Played</th><th scope="col">Still watching</th></tr></thead><tbody>\(rows)</tbody></table></div></details>
            """
    }

    private static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
}
