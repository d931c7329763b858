// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract

@Suite("Wire format") struct WireTests {
    @Test(
        "Dates are RFC 3339 with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_763_792_719_120, "2025-11-22T06:25:19.120Z"), (951_782_400_001, "2000-02-29T00:00:00.001Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func dates(milliseconds: Int64, text: String) {
        #expect(Timestamp.text(Timestamp.date(milliseconds)) == text)
        #expect(Timestamp.date(text).map(Timestamp.milliseconds) == milliseconds)
    }

    @Test("Dates survive a round trip", arguments: Array(stride(from: Int64(-40_000), through: 60_000, by: 997))) func days(day: Int64) {
        let date = Timestamp.date(day * 86_400_000 + 43_200_123)
        #expect(Timestamp.text(date) == Self.format(date))
        #expect(Timestamp.date(Timestamp.text(date)) == date)
    }

    private static func format(_ date: Date) -> String {
        Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date.addingTimeInterval(0.0001))
    }

    @Test("Dates may have any offset and precision, but no other format") func otherDates() {
        #expect(Timestamp.date("2025-11-22T07:25:19.1200007+01:00") == Timestamp.date(1_763_792_719_120))
        #expect(Timestamp.date("2025-11-22t06:25:19z") == Timestamp.date(1_763_792_719_000))
        for wrong in [
            "", "2025-11-22", "2025-11-22T06:25:19", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2025-11-22T24:00:00Z",
            "2025-11-22T06:25:19.Z", "2025-11-22T06:25:19Zx", "2025-11-22T06:25:19+25:00", "+2025-11-22T06:25:19Z",
        ] { #expect(Timestamp.date(wrong) == nil, "\(wrong)") }
    }

    @Test(
        "Amounts are exact and written in their shortest form",
        arguments: [
            ("5.28", "5.28", 5_280_000), ("5.280000", "5.28", 5_280_000), ("0.1", "0.1", 100_000), ("-0.000001", "-0.000001", -1),
            ("007", "7", 7_000_000), ("5.00", "5", 5_000_000), ("999999999999.999999", "999999999999.999999", 999_999_999_999_999_999),
            ("-0", "0", 0), ("1.0000000", "1", 1_000_000),
        ] as [(String, String, Int64)])
    func amounts(text: String, shortest: String, millionths: Int64) throws {
        let amount = try #require(Amount(text))
        #expect(amount.millionths == millionths)
        #expect(try ContractJSON.text([amount]) == "[\"\(shortest)\"]")
        #expect(Amount(amount.decimal) == amount)
    }

    @Test(
        "Bad amounts are refused", arguments: ["", ".5", "5.", "1e3", "+1", "1,5", " 1", "1000000000000", "0.0000001", "NaN", "--1", "٣"])
    func wrongAmounts(text: String) {
        #expect(Amount(text) == nil)
        #expect(throws: DecodingError.self) { try ContractJSON.decode([Amount].self, from: "[\"\(text)\"]") }
    }

    @Test("Amounts as JSON numbers are refused because they would be inexact") func numbers() {
        #expect(throws: DecodingError.self) { try ContractJSON.decode([Amount].self, from: "[5.28]") }
    }

    @Test("Unknown enumeration values are kept") func vocabulary() throws {
        let type = try ContractJSON.decode([VideoType].self, from: #"["video","hologram"]"#)
        #expect(type == [.video, VideoType(rawValue: "hologram")])
        #expect(type.map(\.isKnown) == [true, false])
        #expect(try ContractJSON.text(type) == #"["video","hologram"]"#)
        #expect(EventName(rawValue: "fw:video:adStart") == .adStart)
    }

    @Test("A video survives a round trip") func video() throws {
        #expect(try ContractJSON.decode(Video.self, from: ContractJSON.encode(Sample.video)) == Sample.video)
    }

    @Test("A patch changes only the fields it names and merges into default values") func merge() throws {
        let patch = try ContractJSON.decode(
            JSONValue.self, from: #"{"caption":"Hi","badge":null,"regions":{"deny":["FR"]},"hashtags":["a"],"published_at":null}"#)
        let video = try ContractJSON.merge(patch, into: Sample.video)
        #expect(video.caption == "Hi")
        #expect(video.badge == nil)
        #expect(video.regions.deny == ["FR"])
        #expect(video.hashtags == ["a"])
        #expect(video.publishedAt == nil)
        #expect(video.cta == Sample.video.cta)
        #expect(throws: DecodingError.self) { try ContractJSON.merge(["width": "wide"], into: Sample.video) }
        #expect(throws: DecodingError.self) { try ContractJSON.merge(["channel_id": .null], into: Sample.video) }
    }

    @Test("An error names the field and offset") func error() throws {
        let error = APIError(.invalidFilterExpression, "A tag is missing.", field: "source.filter", offset: 12, requestID: "r1")
        let text = """
            {"error":{"code":"invalid_filter_expression","field":"source.filter","message":"A tag is missing.","offset":12,"request_id":"r1"}}
            """
        #expect(try ContractJSON.text(error) == text)
        #expect(error.code.status == 422)
        #expect(ErrorCode.known.allSatisfy { (400...599).contains($0.status) })
    }

    @Test("The end of a list or feed is null, not absent") func ends() throws {
        #expect(try ContractJSON.text(ResourceList<Business>(data: [])) == #"{"data":[],"paging":{"next":null,"previous":null}}"#)
        let page = FeedPage(feedID: "f", type: .video, items: [], next: nil, expiresAt: Timestamp.date(0))
        #expect(
            try ContractJSON.text(page)
                == #"{"expires_at":"1970-01-01T00:00:00.000Z","feed_id":"f","items":[],"next":null,"type":"video"}"#)
    }

    @Test("Only valid status transitions are allowed") func states() {
        let allowed: Set<[LiveStatus]> = [
            [.idle, .live], [.idle, .completed], [.live, .paused], [.paused, .live], [.live, .completed], [.paused, .completed],
            [.completed, .replay], [.completed, .completed],
        ]
        for one in LiveStatus.known {
            for other in LiveStatus.known { #expect(one.mayBecome(other) == allowed.contains([one, other]), "\(one) \(other)") }
        }
        #expect(VideoStatus.pending.mayBecome(.processing))
        #expect(VideoStatus.archived.mayBecome(.ready))
        #expect(!VideoStatus.pending.mayBecome(.ready))
        #expect(!VideoStatus.failed.mayBecome(.ready))
    }
}
