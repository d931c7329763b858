// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

@Suite struct MediaCapabilityTests {
    private func file(_ name: String, _ attributes: String) -> String { "<MediaFile \(attributes)>http://m/\(name)</MediaFile>" }

    private func choose(_ files: String..., by capability: MediaCapability = .standard) throws -> [String] {
        let ad = try MadeAd.inline(MadeAd.linear(files: files.joined()))
        return try capability.choices(of: try #require(ad.creatives.first?.linear)).map { String($0.url.dropFirst(9)) }
    }

    @Test("Media files are ranked by their properties instead of their order, and the others are fallbacks")
    func order() throws {
        let low = file("low", "type='video/mp4' bitrate='400' width='640' height='360' delivery='progressive'")
        let high = file("high", "type='video/mp4' bitrate='4000' width='1920' height='1080' delivery='progressive'")
        let flash = file("flash", "type='video/x-flv' bitrate='9000'")
        #expect(try choose(low, flash, high) == ["high", "low"] && choose(high, low) == ["high", "low"])
        var slow = MediaCapability.standard
        slow.bandwidth = 1_000_000
        #expect(try choose(high, low, by: slow) == ["low", "high"])
        slow.bandwidth = 100_000
        #expect(try choose(high, low, by: slow) == ["low", "high"])
        var small = MediaCapability.standard
        (small.width, small.height) = (640, 360)
        #expect(try choose(high, low, by: small) == ["low", "high"])
    }

    @Test("A playlist adapts by itself, so it comes first if preferred")
    func streaming() throws {
        let list = file("list", "type='application/x-mpegURL' delivery='streaming'")
        let one = file("one", "type='video/mp4' bitrate='4000'")
        #expect(try choose(one, list) == ["list", "one"])
        var plain = MediaCapability.standard
        plain.prefersStreaming = false
        #expect(try choose(list, one, by: plain) == ["one", "list"])
    }

    @Test("Unplayable files are not chosen: scripts, unsupported codecs, local files")
    func refused() throws {
        let script = file("script", "type='video/mp4' apiFramework='VPAID'")
        let coded = file("coded", "type='video/mp4' codec='hev1.1.6.L93.B0, mp4a.40.2'")
        let good = file("good", "type='video/mp4' codec='avc1.4d401e, mp4a.40.2'")
        var capability = MediaCapability.standard
        capability.codecs = ["avc1", "mp4a"]
        #expect(try choose(script, coded, good, by: capability) == ["good"])
        #expect(try choose("<MediaFile type='video/mp4'>file:///etc/passwd</MediaFile>", good) == ["good"])
    }

    @Test("No supported file is error 403, and no file at all 401")
    func errors() throws {
        #expect { try choose(file("x", "type='video/x-flv'")) } throws: { ($0 as? VASTError)?.code == .noSupportedFile }
        #expect { try choose() } throws: { ($0 as? VASTError)?.code == .fileNotFound }
    }

    @Test("Media types are recognized in any case and without parameters, including those of progressive files")
    func names() throws {
        var linear = VASTLinear()
        for type in ["Video/MP4; codecs=\"avc1\"", "video/mp4 ", "application/X-mpegURL", ""] {
            var file = VASTMediaFile(url: "http://m/1.mp4")
            (file.type, file.mediaType) = (type, "2d")
            linear.mediaFiles = [file]
            #expect(try MediaCapability.standard.choices(of: linear).count == 1, "\(type)")
        }
    }
}
