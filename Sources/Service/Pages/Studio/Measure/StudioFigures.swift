// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A business's figures over a period.
public struct StudioFigures: Sendable {
    /// A figure: its rows by day, and its total.
    public struct Figure: Sendable {
        var metric: InsightMetric
        var days: [InsightRow]
        var whole: [InsightRow]
        /// The total of the preceding period.
        var before: [InsightRow]

        /// - Parameters:
        ///   - days: rows by day, of this and the preceding period.
        public init(_ metric: InsightMetric, days: [InsightRow], whole: [InsightRow], before: [InsightRow] = []) {
            self.metric = metric
            self.days = days
            self.whole = whole
            self.before = before
        }
    }

    var figures: [Figure]
    /// Days such as `2026-11-22`, without gaps.
    var days: [String]
    /// The time zone of the days.
    var zone: String
    var mayChangeZone: Bool
    /// Views by video, and the captions of the videos.
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

    /// - Parameter zone: an IANA name.
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
        func cards(_ metrics: [InsightMetric]) -> [HTML] {
            metrics.compactMap { metric in figure(metric).map { Self.card($0, days: days) } }
        }
        let body: HTML = """
            \(Self.spans(at: "/studio/figures", current: days.count))
            <section aria-labelledby="watching"><h2 id="watching">Viewing</h2>
            <div class="cards">\(cards([.views, .watchTime, .watchedRatio]))</div>\(funnel)</section>
            <section aria-labelledby="buying"><h2 id="buying">Clicks and purchases</h2>
            <div class="cards">\(cards(Self.buying))</div></section>
            <section aria-labelledby="quality"><h2 id="quality">Playback quality</h2>
            <div class="cards">\(cards(Self.quality))</div>
            </section>
            <section aria-labelledby="best"><h2 id="best">Top videos</h2>\(bestTable)</section>
            <section aria-labelledby="export"><h2 id="export">Download</h2>\(exportForm)</section>
            <section aria-labelledby="zone"><h2 id="zone">Time zone</h2>\(zoneForm)</section>
            <p class="hint">Days are in the time zone \(zone). Figures come from your own apps. Viewer-reported purchases were not confirmed by a
            shop; confirmed ones are not counted among them.</p>
            """
        return StudioPage("Analytics", in: .figures, body: body)
    }

    private var exportForm: HTML {
        func options(_ all: [(value: String, label: String)]) -> [HTML] {
            all.map { "<option value=\"\($0.value)\">\($0.label)</option>" }
        }
        let metrics = Self.metrics.map { (value: $0.rawValue, label: FigureFormatter.title($0)) }
        let groups: [(value: String, label: String)] = [
            ("day", "By day"), ("day,video_id", "By day and video"), ("video_id", "By video"), ("channel_id", "By channel"),
            ("day,app_id", "By day and app"), ("product_id", "By product"), ("", "As one figure"),
        ]
        return """
            <form action="/studio/figures.csv" method="get"><input type="hidden" name="days" value="\(days.count)">
            <div class="pair"><div class="field"><label for="metric">Figure</label>
            <select id="metric" name="metric">\(options(metrics))</select></div>
            <div class="field"><label for="group_by">Rows</label><select id="group_by" name="group_by">\(options(groups))</select></div></div>
            <div class="row save"><button>Download as CSV</button></div></form>
            """
    }

    private var zoneForm: HTML {
        guard mayChangeZone else { return "<p>Days are in the time zone \(zone).</p>" }
        return StudioForm.form(
            "PATCH", APIRoute.path("updateBusiness"), then: "reload", submit: "Change the time zone",
            Field.text(
                "time_zone", "Time zone", zone,
                hint: "UTC or an IANA name such as Europe/Berlin. Events counted before the change stay on their days."))
    }

    private func figure(_ metric: InsightMetric) -> Figure? { figures.first { $0.metric == metric } }

    /// Links to other periods.
    static func spans(at path: String, current days: Int) -> HTML {
        let spans: [HTML] = Self.spans.map { span in
            let current: HTML = span == days ? " aria-current=\"true\"" : ""
            return "<a class=\"button\" href=\"\(path)?days=\(span)\"\(current)>\(span) days</a>"
        }
        return "<nav class=\"paging\" aria-label=\"Period\">\(spans)</nav>"
    }

    /// How far viewers watch.
    private var funnel: HTML {
        let steps: [InsightMetric] = [.starts, .firstQuartile, .midpoint, .thirdQuartile, .completions]
        let values = steps.map { metric in figure(metric)?.whole.first?.value ?? 0 }
        guard let first = values.first, first > 0 else { return "" }
        let rows: [HTML] = zip(steps, values).map { metric, value in
            let part = Int((value / first * 100).rounded())
            return """
                <tr><th scope="row">\(FigureFormatter.title(metric))</th><td data-label="Views">\(FigureFormatter.text(value))</td>
                <td data-label="Share of starts">\(part) %</td>
                <td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\
                <rect class="bar" width="\(min(100, part))" height="8"/></svg></td></tr>
                """
        }
        return """
            <div class="table funnel"><table><caption>How far viewers watch</caption><thead><tr><th scope="col">Point reached</th>
            <th scope="col">Views</th><th scope="col">Share of starts</th><th scope="col"><span class="unseen">Bar</span></th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }

    static func card(_ figure: Figure, days: [String]) -> HTML {
        let currencies = Set(figure.days.compactMap(\.currency)).union(figure.whole.compactMap(\.currency)).sorted()
        guard !currencies.isEmpty else { return card(figure, days, currency: nil) }
        return currencies.reduce("") { $0 + card(figure, days, currency: $1) }
    }

    private static func card(_ figure: Figure, _ days: [String], currency: String?) -> HTML {
        let title = FigureFormatter.title(figure.metric) + (currency.map { " (\($0))" } ?? "")
        let whole = figure.whole.first { $0.currency == currency }
        let before = figure.before.first { $0.currency == currency }
        let points = points(figure, days, currency)
        let most = points.flatMap { [$0.value, $0.before ?? 0] }.max() ?? 0
        let chart = DayChart(title: title, points: points, unit: FigureFormatter.unit(of: figure.metric, upTo: most)) {
            FigureFormatter.text($0, of: figure.metric)
        }
        let isEmpty = whole == nil && points.allSatisfy { $0.value == 0 && ($0.before ?? 0) == 0 }
        return """
            <article class="card"><h3>\(title)</h3><p class="total">\(whole.map { FigureFormatter.text($0, of: figure.metric) } ?? "–")</p>
            <p class="change">\(FigureFormatter.change(from: before?.value, to: whole?.value, days: days.count))</p>
            \(isEmpty ? "<p class=\"hint\">No data for this period.</p>" : chart.html)</article>
            """
    }

    /// The days with those of the preceding period, if known.
    private static func points(_ figure: Figure, _ days: [String], _ currency: String?) -> [DayChart.Point] {
        let rows = figure.days.filter { $0.currency == currency }
        let values = Dictionary(rows.map { ($0.group["day"] ?? "", $0.value) }) { first, _ in first }
        let shown = Set(days)
        let hasBefore = rows.contains { !shown.contains($0.group["day"] ?? "") }
        return days.map { day in
            let earlier = hasBefore ? FigureFormatter.day(day, minus: days.count).map { values[$0] ?? 0 } : nil
            return DayChart.Point(day: day, value: values[day] ?? 0, before: earlier)
        }
    }

    private var bestTable: HTML {
        guard !best.isEmpty else { return "<p>No views in this period.</p>" }
        let rows: [HTML] = best.map { row in
            let id = row.group["video_id"] ?? ""
            let other = id.isEmpty ? "No video" : id == "?" ? "Deleted or unknown videos" : id
            let name = PageFragments.userText(captions[id] ?? "", or: other)
            let cell: HTML = captions[id] == nil ? name : "<a href=\"/studio/videos/\(id)/analytics\">\(name)</a>"
            return "<tr><th scope=\"row\">\(cell)</th><td data-label=\"Views\">\(FigureFormatter.text(row.value))</td></tr>"
        }
        return """
            <div class="table"><table><thead><tr><th scope="col">Video</th><th scope="col">Views</th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }
}
