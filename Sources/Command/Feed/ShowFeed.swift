// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import WindowboxContract
import WindowboxHashtags

struct ShowFeed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Show a service's feed in the terminal.",
        discussion: """
            The options select the feed: --id selects one video; --group a group of playlists; --playlist a playlist of --channel; \
            --filter, --product and --parameter the matching videos of --channel; --channel alone the videos of the channel that the \
            viewer has not seen. Without any of them, the discovery feed is shown. --filter takes expressions such as \
            "(and food (or sweet sour))".
            """)

    @Argument(help: "The URL of the service.")
    var service = "http://127.0.0.1:8080"

    @Option(help: "The id of the app; `windowbox serve add-app` creates one.")
    var app: String

    @Option(help: "The id of a channel.")
    var channel: String?

    @Option(help: "The id of a playlist.")
    var playlist: String?

    @Option(help: "The id of a group of playlists.")
    var group: String?

    @Option(help: "A hashtag expression.")
    var filter: String?

    @Option(help: "A product shown in the videos, by any of its ids. Can be repeated.")
    var product: [String] = []

    @Option(help: ArgumentHelp("A parameter that describes the viewer. Can be repeated.", valueName: "name=value"))
    var parameter: [String] = []

    @Option(help: "The id of one video or live stream.")
    var id: String?

    @Flag(help: "Show all videos of the channel, newest first, including those already seen.")
    var all = false

    @Option(help: "The maximum number of items.")
    var limit = 20

    @Flag(help: "Say why each recommended video is recommended.")
    var explain = false

    @Flag(help: "Print JSON, one item per line.")
    var json = false

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be 1 to 10000") }
        _ = try source()
    }

    func source() throws -> FeedSource {
        let named = [id != nil, playlist != nil, group != nil, filter != nil, !product.isEmpty, !parameter.isEmpty].filter { $0 }.count
        guard named <= 1 else { throw ValidationError("give only one of --id, --playlist, --group, --filter, --product and --parameter") }
        if let id { return .single(id) }
        if let group { return .playlistGroup(group) }
        guard let channel else {
            if named > 0 || all { throw ValidationError("--channel is required with these options") }
            return .discover
        }
        if let playlist { return .playlist(playlist, channel: channel) }
        if let filter {
            try Self.check(filter)
            return .hashtag(channel: channel, filter: filter)
        }
        if !product.isEmpty { return .sku(channel: channel, productIDs: product) }
        guard !parameter.isEmpty else { return .channel(channel, isPersonal: !all) }
        let values = try parameter.reduce(into: [String: [String]]()) { values, text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw ValidationError("--parameter takes name=value") }
            values[parts[0], default: []].append(parts[1])
        }
        return .dynamic(channel: channel, parameters: values)
    }

    /// - Throws: A description of the first error in the expression, with its position.
    private static func check(_ filter: String) throws {
        do { _ = try HashtagFilter(parsing: filter) } catch {
            let position = TextPosition(byte: error.offset, in: filter)
            let found =
                position?.mark.map { "at \"\($0)\", character \(position?.character ?? 1)" }
                ?? "at its end, character \(position?.character ?? 1)"
            throw ValidationError("--filter is invalid \(found): \(error.message)")
        }
    }

    func run() async throws {
        let reader = try await FeedReader(address: service, app: app)
        var page = try await reader.feed(FeedRequest(source: try source(), pageSize: min(limit, 100), explain: explain ? true : nil))
        var count = 0
        while true {
            for item in page.items.prefix(limit - count) {
                count += 1
                print(try json ? ContractJSON.text(item) : FeedLines.text(item, number: count))
            }
            guard count < limit, let next = page.next, !page.items.isEmpty else { break }
            page = try await reader.page(next)
        }
        if count == 0, !json { print("This feed is empty.") }
    }
}
