// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxDASH

@Suite("Base URLs of a DASH manifest")
struct DASHBaseTests {
    private func manifest(_ mpd: String, period: String = "", set: String = "") throws -> DASHManifest {
        let text =
            "\(mpd)<Period>\(period)<AdaptationSet mimeType=\"video/mp4\" codecs=\"avc1.64001f\">\(set)"
            + "<SegmentTemplate media=\"$Number$\" duration=\"4\"/><Representation id=\"v\" bandwidth=\"1\"/></AdaptationSet></Period>"
        return try DASHManifest.read(ManifestText.mpd("mediaPresentationDuration=\"PT20S\"", text), url: ManifestText.url)
    }

    @Test("A single base URL is the only location")
    func one() throws {
        let manifest = try manifest("<BaseURL>https://a.example.com/x/</BaseURL>")
        #expect(manifest.locations(of: "https://a.example.com/x/1").map(\.url) == ["https://a.example.com/x/1"])
    }

    @Test("Several BaseURLs are alternatives, including relative and inner ones")
    func several() throws {
        let manifest = try manifest(
            "<BaseURL serviceLocation=\"alpha\">https://a.example.com/x/</BaseURL><BaseURL serviceLocation=\"beta\">https://b.example.com/y/</BaseURL>",
            period: "<BaseURL>p/</BaseURL><BaseURL>q/</BaseURL>")
        let places = manifest.locations(of: "https://a.example.com/x/p/1")
        #expect(
            places.map(\.url) == [
                "https://a.example.com/x/p/1", "https://a.example.com/x/q/1", "https://b.example.com/y/p/1",
            ])
        #expect(places.last?.service == "beta")
        #expect(manifest.locations(of: "https://elsewhere.example.com/1").count == 1)
    }

    @Test("A BaseURL that is a file is replaced as a whole, including its query")
    func files() throws {
        let manifest = try manifest(
            "", set: "<BaseURL>https://a.example.com/v.mp4?t=1</BaseURL><BaseURL>https://b.example.com/w.mp4?t=2</BaseURL>")
        #expect(
            manifest.locations(of: "https://a.example.com/v.mp4?t=1").map(\.url) == [
                "https://a.example.com/v.mp4?t=1", "https://b.example.com/w.mp4?t=2",
            ])
        #expect(manifest.locations(of: "https://a.example.com/7").map(\.url) == ["https://a.example.com/7", "https://b.example.com/7"])
    }

    @Test("Priorities come before the author's order, and among equal ones the greater weight")
    func priorities() throws {
        func base(_ name: String, _ attributes: String) -> String {
            "<BaseURL xmlns:dvb=\"urn:dvb:dash:dash-extensions:2014-1\" \(attributes) serviceLocation=\"\(name)\">https://\(name).example.com/</BaseURL>"
        }
        let manifest = try manifest(
            base("c", "dvb:priority=\"3\"") + base("b", "dvb:priority=\"2\" dvb:weight=\"1\"")
                + base("a", "dvb:priority=\"2\" dvb:weight=\"9\"") + base("first", "") + base("odd", "dvb:priority=\"x\""))
        let segments = try #require(manifest.periods.first?.sets.first?.representations.first?.segments)
        let found = try segments.timedSegments(in: .init(period: manifest.periods[0], limit: 10, keepsNewest: false))
        #expect(found.first?.location.url == "https://first.example.com/1")
        #expect(manifest.locations(of: "https://first.example.com/1").map(\.service) == ["first", "odd", "a", "b", "c"])
    }
}
