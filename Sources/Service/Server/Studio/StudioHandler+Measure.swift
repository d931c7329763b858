// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioHandler {
    static let measure = [
        StudioPlace("figures") { call in try await call.figures() },
        StudioPlace("videos/{id}/analytics") { call in try await call.videoFigures() },
    ]
}

extension StudioCall {
    private static let mostBest = 20

    fileprivate func figures() async throws -> StudioPage {
        let span = self.span
        var figures: [StudioFigures.Figure] = []
        for metric in StudioFigures.metrics { figures.append(try await figure(metric, days: span)) }
        let best = try await rows(.views, by: .video, days: span, most: Self.mostBest)
        let own = Set(try await Video.parents(of: administrator.businessID, in: catalogue))
        let videos = try await catalogue.resources.find(Video.self, ids: best.compactMap { $0.group["video_id"] })
        let captions = Dictionary(videos.filter { own.contains($0.channelID) }.map { ($0.id, $0.caption) }) { first, _ in first }
        return StudioFigures(figures, days: days(span), best: best, captions: captions).page
    }

    private var span: Int { StudioFigures.spans.first { $0 == query.integer("days") } ?? 28 }

    fileprivate func videoFigures() async throws -> StudioPage {
        let video = try await one(Video.self)
        var figures: [StudioFigures.Figure] = []
        for metric in StudioVideoFigures.metrics { figures.append(try await figure(metric, days: span, of: video.id)) }
        var reached: [Double] = []
        for metric in StudioVideoFigures.steps {
            reached.append(try await rows(metric, by: nil, days: span, of: video.id).first?.value ?? 0)
        }
        return StudioVideoFigures(video, figures: figures, reached: reached, days: days(span)).page
    }

    func overview() async throws -> StudioPage {
        var overview = StudioOverview()
        if may("insights:read") {
            overview.days = days(7)
            overview.views = try await figure(.views, days: 7)
            overview.watchTime = try await figure(.watchTime, days: 7)
        }
        if may("videos:read") { overview.videos = Array(try await page(Video.self, size: 6).items) }
        if may("livestreams:read") {
            overview.streams = try await page(LiveStream.self, size: 20).items.filter { $0.status.isActive || $0.status == .idle }
        }
        overview.hasChannels = try await !ownChannels().isEmpty
        overview.hasApps = may("apps:read") ? try await !page(ClientApp.self, size: 1).items.isEmpty : true
        overview.mayUpload = may("videos:write")
        return overview.page(poster: address)
    }

    /// With the period before.
    private func figure(_ metric: InsightMetric, days: Int, of video: String? = nil) async throws -> StudioFigures.Figure {
        StudioFigures.Figure(
            metric, days: try await rows(metric, by: .day, days: days * 2, of: video),
            whole: try await rows(metric, by: nil, days: days, of: video),
            before: try await rows(metric, by: nil, days: days, endingBefore: days, of: video))
    }

    /// - Parameters:
    ///   - before: days before today at which it ends.
    ///   - video: the only one that counts; nil: all do.
    ///   - most: rows, the largest first; nil: all of them by group.
    private func rows(
        _ metric: InsightMetric, by group: InsightGroup?, days: Int, endingBefore before: Int = 0, of video: String? = nil,
        most: Int? = nil
    ) async throws -> [InsightRow] {
        let last = now.addingTimeInterval(Double(-before) * 86400)
        let first = last.addingTimeInterval(Double(1 - days) * 86400)
        var asked = ["metric": metric.rawValue, "from": Timestamp.text(first), "to": Timestamp.text(last)]
        if let group { asked["group_by"] = group.rawValue }
        if let video { asked["video_id"] = video }
        if let most { (asked["order_by"], asked["page_size"]) = (InsightOrder.value.rawValue, String(most)) }
        return try await ask(InsightPage.self, "insights", [:], asked).data
    }

    /// The last of them is today, in UTC.
    private func days(_ count: Int) -> [String] {
        (0..<count).reversed().map { String(Timestamp.text(now.addingTimeInterval(Double(-$0) * 86400)).prefix(10)) }
    }
}
