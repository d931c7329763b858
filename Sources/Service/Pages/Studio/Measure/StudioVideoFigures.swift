// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// A video's figures over a period.
public struct StudioVideoFigures: Sendable {
    var video: Video
    var figures: [StudioFigures.Figure]
    /// The number of starts, and of viewers who reached each quarter.
    var reached: [Double]
    var days: [String]
    /// The time zone of the days.
    var zone: String

    /// The figures shown for a video; sales are shown only for the business.
    public static let metrics: [InsightMetric] = [
        .views, .watchTime, .watchedRatio, .clickRate, .startupTime, .rebufferRatio, .exitsBeforeStart, .failures,
    ]
    /// The figures for the retention chart.
    public static let steps: [InsightMetric] = [.starts, .firstQuartile, .midpoint, .thirdQuartile, .completions]

    /// - Parameters:
    ///   - reached: the total of each of ``steps``.
    ///   - days: such as `2026-11-22`, without gaps.
    ///   - zone: an IANA name.
    public init(_ video: Video, figures: [StudioFigures.Figure], reached: [Double], days: [String], zone: String) {
        self.video = video
        self.figures = figures
        self.reached = reached
        self.days = days
        self.zone = zone
    }

    public var page: StudioPage {
        let path = "/studio/videos/\(video.id)"
        let cards = figures.map { StudioFigures.card($0, days: days) }
        let retention = RetentionChart(counts: reached)?.html ?? "<p class=\"hint\">Nobody started this video in this period.</p>"
        return StudioPage(
            "Analytics: \(video.caption.isEmpty ? "Untitled video" : video.caption)", in: .figures,
            actions: PageFragments.linkButton(path, "Edit video", style: "button"),
            body: """
                \(StudioFigures.spans(at: "\(path)/analytics", current: days.count))
                <section aria-labelledby="retention"><h2 id="retention">Audience retention</h2>\(retention)</section>
                <section aria-labelledby="figures"><h2 id="figures">Views and playback</h2><div class="cards">\(cards)</div></section>
                <p class="hint">Days are in the time zone \(zone). Figures come from your own apps.</p>
                """)
    }
}
