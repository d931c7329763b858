// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Feed requests") struct FeedContractTests {
    @Test("A request is decoded in the form that clients send") func reading() throws {
        let request = try ContractJSON.decode(
            FeedRequest.self,
            from: #"{"source":{"type":"hashtag","channel_id":"c1","filter":"(and a b)"},"page_size":5,"exclude_ids":["v1"],"new":1}"#)
        #expect(request == FeedRequest(source: .hashtag(channel: "c1", filter: "(and a b)"), pageSize: 5, excludeIDs: ["v1"]))
        try request.validate()
    }

    @Test("An error names the invalid field") func validation() {
        func field(_ request: FeedRequest) -> String? { #expect(throws: APIError.self) { try request.validate() }?.error.field }
        #expect(field(FeedRequest(source: .discover, pageSize: 0)) == "page_size")
        #expect(field(FeedRequest(source: .discover, pageSize: 101)) == "page_size")
        #expect(field(FeedRequest(source: .discover, maxVideos: 0)) == "max_videos")
        #expect(field(FeedRequest(source: .discover, excludeIDs: ["a", "'; --"])) == "exclude_ids[1]")
        #expect(field(FeedRequest(source: .discover, excludeIDs: Array(repeating: "a", count: 501))) == "exclude_ids")
        #expect(field(FeedRequest(source: FeedSource(type: .channel))) == "source.channel_id")
        #expect(field(FeedRequest(source: .channel("../../x"))) == "source.channel_id")
        #expect(field(FeedRequest(source: FeedSource(type: .hashtag))) == "source.channel_id")
        #expect(field(FeedRequest(source: .sku(channel: "c", productIDs: []))) == "source.product_ids")
        #expect(field(FeedRequest(source: .dynamic(channel: "c", parameters: ["a": ["\u{1}"]]))) == "source.parameters")
        #expect(field(FeedRequest(source: FeedSource(type: FeedType(rawValue: "new")))) == "source.type")
    }

    @Test("A share link survives a round trip") func sharing() throws {
        let source = FeedSource.hashtag(channel: "c1", filter: "(or ü ??>)")
        let token = ShareToken(videoID: "v1", source: source, feedID: "f1")
        let text = try token.text
        #expect(text.utf8.allSatisfy { OpaqueID.isWellFormed(String(UnicodeScalar($0))) })
        #expect(ShareToken(text) == token)
        #expect(token.source == source)
        // As others write it: padded, in the other alphabet, percent-encoded.
        let padded = text.replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: (4 - text.count % 4) % 4)
        #expect(ShareToken(padded) == token)
        #expect(ShareToken(padded.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") == token)
    }

    @Test("A share link of a later version or with invalid content is ignored") func badShares() throws {
        var later = ShareToken(videoID: "v1", source: .discover)
        later.version = 2
        #expect(ShareToken(try later.text) == nil)
        for text in ["", "====", "e30", "%%%", String(repeating: "A", count: 9000)] { #expect(ShareToken(text) == nil) }
        // An incomplete feed is not opened, but its video is.
        #expect(ShareToken(videoID: "v1", source: FeedSource(type: .playlist)).source == .single("v1"))
    }

    @Test("A response contains only what may be played in the viewer's country") func playability() {
        var video = Sample.video
        video.regions = Regions(allow: ["BR"])
        #expect(FeedVideo(video, country: "BR").hlsURL != nil)
        #expect(FeedVideo(video, country: "BR").gifURL == video.gifURL)
        #expect(FeedVideo(video, country: "FR").gifURL == nil)
        #expect(FeedVideo(video, country: "FR").hlsURL == nil)
        #expect(FeedVideo(video, country: "FR").regionBlocked)
        #expect(FeedVideo(video, country: nil).regionBlocked)
        var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "Live")
        stream.status = .live
        stream.playback.hls = "https://example.org/live.m3u8"
        #expect(FeedVideo(video, stream: stream, country: "BR").hlsURL == "https://example.org/live.m3u8")
        // The trailer's animation does not show the live stream.
        #expect(FeedVideo(video, stream: stream, country: "BR").gifURL == nil)
        stream.accessCodeHash = "x"
        let locked = FeedVideo(video, stream: stream, country: "BR")
        #expect(locked.locked)
        #expect(locked.hlsURL == nil)
        #expect(locked.type == .liveStream)
    }

    @Test("Events that don't prove a view are excluded") func events() {
        func event(_ name: EventName, autoplay: Bool? = nil, progress: Int64? = nil) -> ViewerEvent {
            var event = ViewerEvent(id: "e", name: name, ts: Timestamp.date(0), videoID: "v")
            (event.isAutoplay, event.progressMS) = (autoplay, progress)
            return event
        }
        #expect(event(.start).provesSeen)
        #expect(event(.start, autoplay: false).provesSeen)
        #expect(!event(.impression).provesSeen)
        #expect(!event(.start, autoplay: true, progress: 2999).provesSeen)
        #expect(event(.session, autoplay: true, progress: 3000).provesSeen)
    }
}
