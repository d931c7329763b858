// SPDX-License-Identifier: Apache-2.0

/// A bar chart of days with the preceding period as a line, rendered without scripts, and the same data as an accessible table.
struct DayChart: Sendable {
    struct Point: Sendable {
        /// Such as `2026-11-22`.
        var day: String
        var value: Double
        /// The value of the preceding period; nil if there is none.
        var before: Double?
    }

    var title: String
    var points: [Point]
    /// The unit in which axis values should be round, such as 60 for seconds shown as minutes.
    var unit = 1.0
    var text: @Sendable (Double) -> String

    /// The area of the bars in the chart's coordinates; around it are the axes and labels.
    private static let plot = (left: 52.0, top: 8.0, width: 262.0, height: 118.0)

    var html: HTML {
        let most = points.flatMap { [$0.value, $0.before ?? 0] }.filter(\.isFinite).max() ?? 0
        guard most > 0 else {
            let isZero = points.contains { $0.value.isFinite }
            return "<p class=\"hint\">\(isZero ? "Zero on every day of this period." : "No data for this period.")</p>"
        }
        return "\(picture(scale: ChartAxis.top(above: most / unit) * unit))\(table)"
    }

    private func picture(scale: Double) -> HTML {
        let plot = Self.plot
        let step = plot.width / Double(max(1, points.count))
        func height(_ value: Double) -> Double { value.isFinite ? min(1, max(0, value) / scale) * plot.height : 0 }
        let bars: [HTML] = points.enumerated().map { index, point in
            let part = height(point.value)
            let tall = part > 0 ? max(1.5, part) : 0
            let x = plot.left + Double(index) * step
            return """
                <g><title>\(point.day): \(text(point.value))</title>\
                <rect class="area" x="\(ChartAxis.number(x))" y="\(ChartAxis.number(plot.top))" width="\(ChartAxis.number(step))" \
                height="\(ChartAxis.number(plot.height))"/><rect class="bar" x="\(ChartAxis.number(x + step * 0.1))" \
                y="\(ChartAxis.number(plot.top + plot.height - tall))" width="\(ChartAxis.number(step * 0.8))" height="\(ChartAxis.number(tall))" \
                rx="1.5"/></g>
                """
        }
        let before = points.enumerated().compactMap { index, point in
            point.before.map { value in
                let x = plot.left + (Double(index) + 0.5) * step
                return "\(ChartAxis.number(x)),\(ChartAxis.number(plot.top + plot.height - height(value)))"
            }
        }
        let line: HTML? = before.isEmpty ? nil : "<polyline class=\"before\" points=\"\(before.joined(separator: " "))\"/>"
        let places = ChartAxis.places(of: points.count)
        let labels: [HTML] = places.enumerated().map { number, index in
            let anchor = number == places.count - 1 && number > 0 ? "end" : number == 0 && places.count > 1 ? "start" : "middle"
            let offset = anchor == "end" ? 1.0 : anchor == "start" ? 0 : 0.5
            return ChartAxis.label(
                ChartAxis.day(points[index].day), x: plot.left + (Double(index) + offset) * step, y: plot.top + plot.height + 18,
                anchor: anchor)
        }
        let values = points.map(\.value).filter(\.isFinite)
        let summary =
            "\(title) by day from \(points.first?.day ?? "") to \(points.last?.day ?? ""), at most \(text(values.max() ?? 0))."
        let key: HTML? = before.isEmpty ? nil : "<p class=\"axis\">The line shows the period before.</p>"
        return """
            <svg class="chart" viewBox="0 0 320 150" role="img" aria-label="\(summary)">\(ChartAxis.grid(plot, scale, text))\(bars)\(line)\
            \(labels)</svg>\(key)
            """
    }

    private var table: HTML {
        let isCompared = points.contains { $0.before != nil }
        let rows: [HTML] = points.reversed().map { point in
            let before: HTML? = isCompared ? "<td>\(point.before.map(text) ?? "–")</td>" : nil
            return "<tr><th scope=\"row\">\(point.day)</th><td>\(text(point.value))</td>\(before)</tr>"
        }
        let column: HTML? = isCompared ? "<th scope=\"col\">Period before</th>" : nil
        return """
            <details><summary>Show as table</summary><div class="table"><table><caption class="unseen">\(title)</caption>
            <thead><tr><th scope="col">Day</th><th scope="col">Value</th>\(column)</tr></thead><tbody>\(rows)</tbody></table></div></details>
            """
    }
}

/// The axes of charts.
enum ChartAxis {
    typealias Plot = (left: Double, top: Double, width: Double, height: Double)

    /// The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that isn't smaller.
    static func top(above most: Double) -> Double {
        guard most.isFinite, most > 0 else { return 1 }
        var power = 1.0
        while power * 10 <= most { power *= 10 }
        while power > most { power /= 10 }
        return ([1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= most * 0.999_999 }) ?? power * 10
    }

    /// Grid lines at zero, half and the top, with labels.
    static func grid(_ plot: Plot, _ top: Double, _ text: (Double) -> String) -> HTML {
        let lines: [HTML] = [0, 0.5, 1].map { part in
            let y = plot.top + plot.height * (1 - part)
            return """
                <line class="base" x1="\(number(plot.left))" y1="\(number(y))" x2="\(number(plot.left + plot.width))" y2="\(number(y))"/>\
                \(label(text(top * part), x: plot.left - 5, y: y + 4, anchor: "end"))
                """
        }
        return lines.reduce("") { "\($0)\($1)" }
    }

    static func label(_ text: String, x: Double, y: Double, anchor: String) -> HTML {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
    }

    /// The indexes of the bars with labels: up to three, evenly spaced.
    static func places(of count: Int) -> [Int] {
        guard count > 0 else { return [] }
        return count < 3 ? Array(0..<count) : [0, (count - 1) / 2, count - 1]
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Such as `Nov 22`.
    static func day(_ day: String) -> String {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return day }
        return "\(months[parts[1] - 1]) \(parts[2])"
    }

    /// With one decimal place.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }
}
