// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    static let measure = [
        StudioRoute("figures") { call in try await call.figures() },
        StudioRoute("figures.csv", other: { call in try await call.table() }),
        StudioRoute("videos/{id}/analytics") { call in try await call.videoFigures() },
    ]
}

extension StudioContext {
    private static let maxBest = 20

    fileprivate func figures() async throws -> StudioPage {
        let calendar = try await calendar()
        let span = self.span
        var figures: [StudioFigures.Figure] = []
        for metric in StudioFigures.metrics { figures.append(try await figure(metric, days: span, calendar)) }
        let best = try await rows(.views, by: .video, days: span, calendar, limit: Self.maxBest)
        let own = Set(try await Video.parents(of: administrator.businessID, in: catalogue))
        let videos = try await catalogue.resources.find(Video.self, ids: best.compactMap { $0.group["video_id"] })
        let captions = Dictionary(videos.filter { own.contains($0.channelID) }.map { ($0.id, $0.caption) }) { first, _ in first }
        return StudioFigures(
            figures, days: calendar.names(of: span, endingAt: now), zone: calendar.name, mayChangeZone: may("businesses:write"), best: best,
            captions: captions
        ).page
    }

    /// The table that was requested with the export form.
    fileprivate func table() async throws -> Response {
        let calendar = try await calendar()
        let first = calendar.start(of: calendar.day(of: now) - Int64(span) + 1)
        return try await answer(
            "exportInsights", [:],
            [
                "metric": query["metric"] ?? InsightMetric.views.rawValue, "group_by": query["group_by"] ?? InsightGroup.day.rawValue,
                "from": Timestamp.text(first), "to": Timestamp.text(now),
            ])
    }

    private var span: Int { StudioFigures.spans.first { $0 == query.integer("days") } ?? 28 }

    fileprivate func videoFigures() async throws -> StudioPage {
        let video = try await one(Video.self)
        let calendar = try await calendar()
        var figures: [StudioFigures.Figure] = []
        for metric in StudioVideoFigures.metrics { figures.append(try await figure(metric, days: span, calendar, of: video.id)) }
        var reached: [Double] = []
        for metric in StudioVideoFigures.steps {
            reached.append(try await rows(metric, by: nil, days: span, calendar, of: video.id).first?.value ?? 0)
        }
        return StudioVideoFigures(
            video, figures: figures, reached: reached, days: calendar.names(of: span, endingAt: now), zone: calendar.name
        ).page
    }

    func overview() async throws -> StudioPage {
        var overview = StudioOverview()
        if may("insights:read") {
            let calendar = try await calendar()
            overview.days = calendar.names(of: 7, endingAt: now)
            overview.views = try await figure(.views, days: 7, calendar)
            overview.watchTime = try await figure(.watchTime, days: 7, calendar)
        }
        if may("videos:read") { overview.videos = Array(try await page(Video.self, size: 6).items) }
        if may("livestreams:read") {
            overview.streams = try await page(LiveStream.self, size: 20).items.filter { $0.status.isActive || $0.status == .idle }
        }
        overview.hasChannels = try await !ownChannels().isEmpty
        overview.hasApps = may("apps:read") ? try await !page(ClientApp.self, size: 1).items.isEmpty : true
        overview.mayUpload = may(Administrator.draftScope)
        return overview.page(poster: address)
    }

    private func calendar() async throws -> DayCalendar {
        try await Business.find(administrator.businessID, in: catalogue).days(or: catalogue.insights.standardDays)
    }

    /// A figure with the preceding period.
    private func figure(
        _ metric: InsightMetric, days: Int, _ calendar: DayCalendar, of video: String? = nil
    ) async throws -> StudioFigures.Figure {
        StudioFigures.Figure(
            metric, days: try await rows(metric, by: .day, days: days * 2, calendar, of: video),
            whole: try await rows(metric, by: nil, days: days, calendar, of: video),
            before: try await rows(metric, by: nil, days: days, calendar, endingBefore: days, of: video))
    }

    /// - Parameters:
    ///   - before: the end of the period in days before today.
    ///   - video: the only video that counts; nil for all.
    ///   - limit: the limit of rows, largest first; nil for all, ordered by group.
    private func rows(
        _ metric: InsightMetric, by group: InsightGroup?, days: Int, _ calendar: DayCalendar, endingBefore before: Int = 0,
        of video: String? = nil, limit: Int? = nil
    ) async throws -> [InsightRow] {
        let today = calendar.day(of: now)
        let first = calendar.start(of: today - Int64(before + days) + 1)
        // The start of a day is the end of the previous one.
        let end = before == 0 ? now : calendar.start(of: today - Int64(before) + 1)
        var parameters = ["metric": metric.rawValue, "from": Timestamp.text(first), "to": Timestamp.text(end)]
        if let group { parameters["group_by"] = group.rawValue }
        if let video { parameters["video_id"] = video }
        if let limit { (parameters["order_by"], parameters["page_size"]) = (InsightOrder.value.rawValue, String(limit)) }
        return try await ask(InsightPage.self, "insights", [:], parameters).data
    }
}
