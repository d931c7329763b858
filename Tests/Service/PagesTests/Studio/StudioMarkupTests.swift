// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@testable import WindowboxPages

@Suite("Markup of Studio") struct StudioMarkupTests {
    @Test(
        "figures are written as people read them",
        arguments: [
            (InsightMetric.views, 0.0, "0"), (.views, 1234567, "1\u{202F}234\u{202F}567"), (.clickRate, 0.0312, "3.12 %"),
            (.startupTime, 431.26, "431.3 ms"), (.startupTime, 1500, "1.50 s"), (.watchTime, 90, "90 s"), (.watchTime, 5400, "90 min"),
            (.watchTime, 86400, "24 h"), (.stalls, 0.07, "0.07"), (.views, .infinity, "–"), (.views, 1e300, "–"), (.views, -1.5, "−1.50"),
        ])
    func figures(metric: InsightMetric, value: Double, text: String) { #expect(FigureText.text(value, of: metric) == text) }

    @Test("money is told by its currency, to the hundredth") func money() {
        let row = InsightRow(group: [:], value: 1234.5, amount: Amount(millionths: 1_234_505_000), currency: "EUR")
        #expect(FigureText.text(row, of: .revenue).hasSuffix(" EUR"))
        #expect(FigureText.text(row, of: .revenue).hasPrefix("1\u{202F}234.5"))
    }

    @Test("a chart says what it shows, also where nothing happened") func chart() {
        let points = [DayChart.Point(day: "2026-11-21", value: 0), DayChart.Point(day: "2026-11-22", value: 4)]
        let some = DayChart(title: "Views <b>", points: points) { FigureText.text($0) }.html.description
        #expect(some.contains("aria-label=\"Views &lt;b&gt; by day from 2026-11-21 to 2026-11-22, at most 4.\""))
        #expect(some.contains("<th scope=\"row\">2026-11-22</th><td>4</td>") && !some.contains("<b>"))
        let none = DayChart(title: "Views", points: points.map { .init(day: $0.day, value: .nan) }) { FigureText.text($0) }.html.description
        #expect(none.contains("Nothing in these days") && !none.contains("nan"))
    }

    @Test(
        "only addresses that are no scripts become links and pictures",
        arguments: [
            ("https://a.example/x?y=\"&z", true), ("http://a.example", true), ("/media/x.jpg", true), ("javascript:alert(1)", false),
            ("JavaScript:alert(1)", false), ("data:text/html,x", false), ("//a.example/x", false), ("", false),
        ])
    func addresses(text: String, isTaken: Bool) {
        #expect(Words.link(text, "x").description.contains("href") == isTaken)
        #expect(Words.picture(text).description.contains("src=") == isTaken)
        #expect(!Words.picture(text).description.contains("y=\"&z"))
    }

    @Test("lengths of films", arguments: [(0, "0:00"), (65_999, "1:05"), (3_600_000, "1:00:00"), (-5, "0:00"), (7_325_000, "2:02:05")])
    func lengths(milliseconds: Int64, text: String) { #expect(Words.length(milliseconds) == text) }

    @Test("the menu has what the scopes open") func menu() {
        func page(_ scopes: Set<String>) -> String {
            StudioFrame(client: "c", business: "b", scopes: scopes, token: "t").page(StudioPage("X", in: .videos, body: "")).description
        }
        #expect(page(["videos:read"]).contains("href=\"/studio/videos\" aria-current=\"page\""))
        #expect(!page(["videos:read"]).contains("/studio/upload\""))
        #expect(page(["videos:write"]).contains("/studio/upload\"") && !page(["videos:write"]).contains("/studio/webhooks\""))
        #expect(page(["webhooks:read"]).contains("/studio/webhooks\"") && !page(["webhooks:read"]).contains("/studio/apps\""))
    }
}
