// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Fills an empty database for measurements.
struct SeedDatabase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-up", abstract: "Fill an empty database with generated videos, for benchmarks of a service.",
        shouldDisplay: false)

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "The number of videos.") var videos = 10_000

    private static let channel = "madeup"
    private static let batch = 2000

    func run() async throws {
        try await options.withCatalogue { catalogue in
            let resources = catalogue.resources
            guard try await resources.list(Video.self, parent: nil, before: nil, since: nil, limit: 1).isEmpty else {
                throw ProgramFault("This database already contains videos; choose a new one.")
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
        (video.status, video.caption, video.durationMS) = (.ready, "Made up \(words(number, 4)) \(number)", 10_000)
        video.description = words(number + 1, 8)
        video.publishedAt = now.addingTimeInterval(Double(-number))
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let tags = [mixed >> 40 & 0xFFFF, mixed >> 24 & 0xFFFF, mixed >> 8 & 0xFFFF].map { Int($0) }
        video.hashtags = Array(Set(["tag\(tags[0] % 20)", "tag\(tags[1] % 1000)", "tag\(tags[2] % 1000)"])).sorted()
        video.hlsURL = "/media/videos/m\(number)/index.m3u8"
        return video
    }

    /// Words of a language that nobody speaks; few are frequent, most of the 30,000 are rare.
    private static func words(_ number: Int, _ count: Int) -> String {
        (0..<count).map { location in
            var mixed = (UInt64(number) &* 16 &+ UInt64(location) &+ 1) &* 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed ^= mixed >> 27
            let share = Double(mixed >> 11) / Double(1 << 53)
            // The product of two is closer to the frequencies of a language than an even spread.
            return word(Int(30_000 * share * share * share))
        }.joined(separator: " ")
    }

    private static func word(_ number: Int) -> String {
        let (starts, vowels) = (Array("bdfgklmnprstvz"), Array("aeiou"))
        var (word, left) = ("", number * 7 + 11)
        while left > 0 {
            word.append(starts[left % starts.count])
            left /= starts.count
            word.append(vowels[left % vowels.count])
            left /= vowels.count
        }
        return word
    }
}
