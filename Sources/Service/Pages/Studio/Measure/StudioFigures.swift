// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The figures of a business over some days.
public struct StudioFigures: Sendable {
    /// One figure: its rows by day, and what they come to in all.
    public struct Figure: Sendable {
        var metric: InsightMetric
        var days: [InsightRow]
        var whole: [InsightRow]

        public init(_ metric: InsightMetric, days: [InsightRow], whole: [InsightRow]) {
            self.metric = metric
            self.days = days
            self.whole = whole
        }
    }

    var figures: [Figure]
    /// Such as `2026-11-22`, without gaps.
    var days: [String]
    /// Whose days they are.
    var zone: String
    var mayChangeZone: Bool
    /// Views by video, and what the videos are called.
    var best: [InsightRow]
    var captions: [String: String]

    public static let spans = [7, 28, 90]
    public static let metrics: [InsightMetric] = watching + buying + quality
    private static let watching: [InsightMetric] = [
        .views, .watchTime, .watchedRatio, .starts, .firstQuartile, .midpoint, .thirdQuartile, .completions,
    ]
    private static let buying: [InsightMetric] = [
        .clickRate, .productClickRate, .purchases, .revenue, .averageOrder, .claimedPurchases, .claimedRevenue,
    ]
    private static let quality: [InsightMetric] = [
        .startupTime, .rebufferRatio, .stalls, .exitsBeforeStart, .failures, .renditionChanges, .liveLatency,
    ]

    /// - Parameter zone: as the IANA calls it.
    public init(
        _ figures: [Figure], days: [String], zone: String, mayChangeZone: Bool, best: [InsightRow], captions: [String: String]
    ) {
        self.figures = figures
        self.days = days
        self.zone = zone
        self.mayChangeZone = mayChangeZone
        self.best = best
        self.captions = captions
    }

    public var page: StudioPage {
        let spans: [HTML] = Self.spans.map { span in
            let current: HTML = span == days.count ? " aria-current=\"true\"" : ""
            return "<a class=\"button\" href=\"/studio/figures?days=\(span)\"\(current)>\(span) days</a>"
        }
        func cards(_ metrics: [InsightMetric]) -> [HTML] { metrics.compactMap { metric in figure(metric).map(card) } }
        let body: HTML = """
            <nav class="paging" aria-label="How many days">\(spans)</nav>
            <section aria-labelledby="watching"><h2 id="watching">Watching</h2>
            <div class="cards">\(cards([.views, .watchTime, .watchedRatio]))</div>\(funnel)</section>
            <section aria-labelledby="buying"><h2 id="buying">Clicking and buying</h2>
            <div class="cards">\(cards(Self.buying))</div></section>
            <section aria-labelledby="quality"><h2 id="quality">How well it played</h2>
            <div class="cards">\(cards(Self.quality))</div>
            </section>
            <section aria-labelledby="best"><h2 id="best">Most viewed</h2>\(bestTable)</section>
            <section aria-labelledby="zone"><h2 id="zone">Time zone</h2>\(zoneForm)</section>
            <p class="hint">Days are those of \(zone). Figures are those of your own apps. What viewers reported was not confirmed by a
            shop; what was is not counted among it.</p>
            """
        return StudioPage("Figures", in: .figures, body: body)
    }

    private var zoneForm: HTML {
        guard mayChangeZone else { return "<p>Days are those of \(zone).</p>" }
        return StudioForm.form(
            "PATCH", "/v1/admin/business", then: "reload", submit: "Change the time zone",
            Field.text(
                "time_zone", "Time zone", zone,
                hint:
                    "As the IANA calls it, such as Europe/Berlin, or UTC. What was counted before stays in the days in which it was counted."
            ))
    }

    private func figure(_ metric: InsightMetric) -> Figure? { figures.first { $0.metric == metric } }

    /// How far people watch.
    private var funnel: HTML {
        let steps: [InsightMetric] = [.starts, .firstQuartile, .midpoint, .thirdQuartile, .completions]
        let values = steps.map { metric in figure(metric)?.whole.first?.value ?? 0 }
        guard let first = values.first, first > 0 else { return "" }
        let rows: [HTML] = zip(steps, values).map { metric, value in
            let part = Int((value / first * 100).rounded())
            return """
                <tr><th scope="row">\(FigureText.title(metric))</th><td>\(FigureText.text(value))</td><td>\(part) %</td>
                <td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\
                <rect class="bar" width="\(min(100, part))" height="8"/></svg></td></tr>
                """
        }
        return """
            <div class="table funnel"><table><caption>How far people watch</caption><thead><tr><th scope="col">Reached</th>
            <th scope="col">Times</th><th scope="col">Of starts</th><th scope="col"><span class="unseen">Bar</span></th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }

    private func card(_ figure: Figure) -> HTML {
        let currencies = Set(figure.days.compactMap(\.currency)).union(figure.whole.compactMap(\.currency)).sorted()
        guard !currencies.isEmpty else { return card(figure, currency: nil) }
        return currencies.reduce("") { $0 + card(figure, currency: $1) }
    }

    private func card(_ figure: Figure, currency: String?) -> HTML {
        let rows = figure.days.filter { $0.currency == currency }
        let values = Dictionary(rows.map { ($0.group["day"] ?? "", $0.value) }) { first, _ in first }
        let whole = figure.whole.first { $0.currency == currency }
        let points = days.map { day in DayChart.Point(day: day, value: values[day] ?? 0) }
        let title = FigureText.title(figure.metric) + (currency.map { " (\($0))" } ?? "")
        let total = whole.map { FigureText.text($0, of: figure.metric) } ?? "–"
        let chart = DayChart(title: title, points: points) { FigureText.text($0, of: figure.metric) }
        return """
            <article class="card"><h3>\(title)</h3><p class="total">\(total)</p>\(chart.html)</article>
            """
    }

    private var bestTable: HTML {
        guard !best.isEmpty else { return "<p>Nobody watched anything in these days.</p>" }
        let rows: [HTML] = best.map { row in
            let id = row.group["video_id"] ?? ""
            let other = id.isEmpty ? "No video named" : id == "?" ? "Videos that are not in the catalogue" : id
            let name = Words.person(captions[id] ?? "", or: other)
            let cell: HTML = captions[id] == nil ? name : "<a href=\"/studio/videos/\(id)\">\(name)</a>"
            return "<tr><th scope=\"row\">\(cell)</th><td>\(FigureText.text(row.value))</td></tr>"
        }
        return """
            <div class="table"><table><thead><tr><th scope="col">Video</th><th scope="col">Views</th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }
}
