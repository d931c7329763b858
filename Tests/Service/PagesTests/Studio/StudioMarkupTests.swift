// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@testable import WindowboxPages

@Suite("Markup of Studio") struct StudioMarkupTests {
    @Test(
        "Figures are formatted for reading",
        arguments: [
            (InsightMetric.views, 0.0, "0"), (.views, 1234567, "1\u{202F}234\u{202F}567"), (.clickRate, 0.0312, "3.12 %"),
            (.startupTime, 431.26, "431.3 ms"), (.startupTime, 1500, "1.50 s"), (.watchTime, 90, "90 s"), (.watchTime, 5400, "90 min"),
            (.watchTime, 86400, "24 h"), (.stalls, 0.07, "0.07"), (.views, .infinity, "–"), (.views, 1e300, "–"), (.views, -1.5, "−1.50"),
        ])
    func figures(metric: InsightMetric, value: Double, text: String) { #expect(FigureFormatter.text(value, of: metric) == text) }

    @Test("Amounts have their currency and two decimals") func money() {
        let row = InsightRow(group: [:], value: 1234.5, amount: Amount(millionths: 1_234_505_000), currency: "EUR")
        #expect(FigureFormatter.text(row, of: .revenue).hasSuffix(" EUR"))
        #expect(FigureFormatter.text(row, of: .revenue).hasPrefix("1\u{202F}234.5"))
    }

    @Test("A chart describes its content, also without data") func chart() {
        let points = [DayChart.Point(day: "2026-11-21", value: 0), DayChart.Point(day: "2026-11-22", value: 4)]
        let some = DayChart(title: "Views <b>", points: points) { FigureFormatter.text($0) }.html.description
        #expect(some.contains("aria-label=\"Views &lt;b&gt; by day from 2026-11-21 to 2026-11-22, at most 4.\""))
        #expect(some.contains("<th scope=\"row\">2026-11-22</th><td>4</td>"))
        #expect(!some.contains("<b>"))
        let none = DayChart(title: "Views", points: points.map { .init(day: $0.day, value: .nan) }) { FigureFormatter.text($0) }.html
            .description
        #expect(none.contains("No data for this period"))
        #expect(!none.contains("nan"))
    }

    @Test("A chart has axes with round values and dates, and the previous period as a line") func axes() {
        let points = (10...16).map { DayChart.Point(day: "2026-11-\($0)", value: Double($0), before: 3) }
        let chart = DayChart(title: "Views", points: points) { FigureFormatter.text($0) }.html.description
        for label in [">20</text>", ">10</text>", ">0</text>", ">Nov 10</text>", ">Nov 13</text>", ">Nov 16</text>"] {
            #expect(chart.contains(label), "\(label)")
        }
        #expect(chart.contains("<polyline class=\"before\""))
        #expect(chart.contains("Period before</th>"))
        let alone = DayChart(title: "Views", points: [.init(day: "2026-11-10", value: 1)]) { FigureFormatter.text($0) }.html.description
        #expect(!alone.contains("polyline"))
        #expect(alone.contains(">Nov 10</text>"))
    }

    @Test(
        "The top of an axis is round, and not below the maximum",
        arguments: [(1.0, 1.0), (1.1, 2), (2.2, 2.5), (3, 5), (7, 10), (99, 100), (0.03, 0.05), (0, 1), (12345, 20000)])
    func top(most: Double, top: Double) { #expect(abs(ChartAxis.top(above: most) - top) < 1e-9) }

    @Test(
        "A figure is compared with the previous period",
        arguments: [
            (10.0, 12.0, "+20 % vs. previous 7 days"), (10, 5, "−50 % vs. previous 7 days"), (10, 10, "±0 % vs. previous 7 days"),
            (nil, 3, "No data for the previous 7 days"), (0, 3, "0 in the previous 7 days"), (0, 0, "No change vs. previous 7 days"),
            (4, nil, "−100 % vs. previous 7 days"),
        ] as [(Double?, Double?, String)])
    func change(before: Double?, now: Double?, text: String) { #expect(FigureFormatter.change(from: before, to: now, days: 7) == text) }

    @Test("Retention never rises, and is not drawn without views") func retention() {
        #expect(RetentionChart(counts: [8, 6, 4, 5, 2])?.parts == [1, 0.75, 0.5, 0.5, 0.25])
        #expect(RetentionChart(counts: [0, 0, 0, 0, 0]) == nil)
        #expect(RetentionChart(counts: [1]) == nil)
        let chart = RetentionChart(counts: [8, 6, 4, 5, 2])?.html.description ?? ""
        #expect(chart.contains("Audience retention: 100 % at 0 %, 75 % at 25 %, 50 % at 50 %, 50 % at 75 %, 25 % at 100 %."))
    }

    @Test(
        "A video visible only to its owners is a draft, and one with a future date is scheduled",
        arguments: [
            (Visibility.owners, 0.0, "draft"), (.everyone, -1, "public"), (.everyone, 1, "scheduled"), (.ownApps, -1, "own apps"),
        ])
    func publication(access: Visibility, after: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1_763_812_800)
        var video = Video(id: "v", channelID: "c")
        (video.access, video.publishedAt) = (access, now.addingTimeInterval(after))
        #expect(StudioVideo.publication(of: video, at: now) == text)
    }

    @Test(
        "Script URLs do not become links or images",
        arguments: [
            ("https://a.example/x?y=\"&z", true), ("http://a.example", true), ("/media/x.jpg", true), ("javascript:alert(1)", false),
            ("JavaScript:alert(1)", false), ("data:text/html,x", false), ("//a.example/x", false), ("", false),
        ])
    func addresses(text: String, isTaken: Bool) {
        #expect(PageFragments.link(text, "x").description.contains("href") == isTaken)
        #expect(PageFragments.picture(text).description.contains("src=") == isTaken)
        #expect(!PageFragments.picture(text).description.contains("y=\"&z"))
    }

    @Test(
        "Durations are formatted", arguments: [(0, "0:00"), (65_999, "1:05"), (3_600_000, "1:00:00"), (-5, "0:00"), (7_325_000, "2:02:05")])
    func lengths(milliseconds: Int64, text: String) { #expect(PageFragments.length(milliseconds) == text) }

    @Test("The menu has what the scopes allow") func menu() {
        func page(_ scopes: Set<String>) -> String {
            StudioFrame(client: "c", business: "b", scopes: scopes, token: "t").page(StudioPage("X", in: .videos, body: "")).description
        }
        #expect(page(["videos:read"]).contains("href=\"/studio/videos\" aria-current=\"page\""))
        #expect(!page(["videos:read"]).contains("/studio/upload\""))
        #expect(page(["videos:write"]).contains("/studio/upload\""))
        #expect(!page(["videos:write"]).contains("/studio/webhooks\""))
        #expect(page(["webhooks:read"]).contains("/studio/webhooks\""))
        #expect(!page(["webhooks:read"]).contains("/studio/apps\""))
    }
}
