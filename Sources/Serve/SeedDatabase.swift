// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Fills an empty database for measurements.
struct SeedDatabase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-up", abstract: "Fill an empty database with videos that are made up, to measure a service with.",
        shouldDisplay: false)

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "How many.") var videos = 10_000

    private static let channel = "madeup"
    private static let batch = 2000

    func run() async throws {
        try await options.withCatalogue { catalogue in
            let resources = catalogue.resources
            guard try await resources.list(Video.self, parent: nil, before: nil, since: nil, limit: 1).isEmpty else {
                throw ProgramFault("There are videos in this database already; name a new one.")
            }
            let now = Date()
            var app = ClientApp(id: "samples", name: "Made up", createdAt: now)
            app.businessID = Self.channel
            try await resources.save(app, at: now)
            try await resources.save(VideoChannel(id: Self.channel, businessID: Self.channel, name: "Made up", slug: Self.channel), at: now)
            for start in stride(from: 0, to: videos, by: Self.batch) {
                try await resources.save((start..<min(start + Self.batch, videos)).map { Self.video($0, now) }, at: now)
            }
        }
    }

    /// Deterministic; few tags are frequent, many are rare.
    private static func video(_ number: Int, _ now: Date) -> Video {
        var video = Video(id: "m\(number)", channelID: channel)
        (video.status, video.caption, video.durationMS) = (.ready, "Made up \(number)", 10_000)
        video.publishedAt = now.addingTimeInterval(Double(-number))
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let tags = [mixed >> 40 & 0xFFFF, mixed >> 24 & 0xFFFF, mixed >> 8 & 0xFFFF].map { Int($0) }
        video.hashtags = Array(Set(["tag\(tags[0] % 20)", "tag\(tags[1] % 1000)", "tag\(tags[2] % 1000)"])).sorted()
        video.hlsURL = "/media/videos/m\(number)/index.m3u8"
        return video
    }
}
