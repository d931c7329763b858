// SPDX-License-Identifier: Apache-2.0

/// A bar for each day, drawn here so that it needs no script; and the same as a table, for who can't see it or wants the numbers.
struct DayChart: Sendable {
    struct Point: Sendable {
        /// Such as `2026-11-22`.
        var day: String
        var value: Double
    }

    var title: String
    var points: [Point]
    var text: @Sendable (Double) -> String

    private static let width = 640.0
    private static let height = 160.0

    var html: HTML {
        let most = points.map(\.value).filter(\.isFinite).max() ?? 0
        guard most > 0 else { return "<p class=\"hint\">Nothing in these days.</p>" }
        return "\(picture(most: most))\(table)"
    }

    private func picture(most: Double) -> HTML {
        let step = Self.width / Double(max(1, points.count))
        let bars: [HTML] = points.enumerated().map { index, point in
            let part = point.value.isFinite ? max(0, point.value) / most : 0
            let height = part > 0 ? max(2, part * Self.height) : 0
            let x = Double(index) * step + step * 0.1
            return """
                <g><title>\(point.day): \(text(point.value))</title>\
                <rect class="area" x="\(Self.number(Double(index) * step))" y="0" width="\(Self.number(step))" height="\(Self.number(Self.height))"/>\
                <rect class="bar" x="\(Self.number(x))" y="\(Self.number(Self.height - height))" width="\(Self.number(step * 0.8))" \
                height="\(Self.number(height))" rx="2"/></g>
                """
        }
        let first = points.first?.day ?? ""
        let last = points.last?.day ?? ""
        let summary = "\(title) by day from \(first) to \(last), at most \(text(most))."
        return """
            <svg class="chart" viewBox="0 0 640 160" role="img" aria-label="\(summary)" preserveAspectRatio="none">\(bars)\
            <line class="base" x1="0" y1="160" x2="640" y2="160"/></svg>
            <p class="axis" aria-hidden="true"><span>\(first)</span><span>most \(text(most))</span><span>\(last)</span></p>
            """
    }

    private var table: HTML {
        let rows: [HTML] = points.reversed().map { "<tr><th scope=\"row\">\($0.day)</th><td>\(text($0.value))</td></tr>" }
        return """
            <details><summary>As a table</summary><div class="table"><table><caption class="unseen">\(title)</caption>
            <thead><tr><th scope="col">Day</th><th scope="col">Value</th></tr></thead><tbody>\(rows)</tbody></table></div></details>
            """
    }

    /// With one place.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
