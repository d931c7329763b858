// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxAdMarkup
import WindowboxAds

/// Ads as in a server's response.
enum MadeAd {
    static func vast(_ text: String) throws -> VASTDocument { try VASTDocument.read(Array(text.utf8)) }

    static func inline(_ creatives: String, id: String = "a", more: String = "") throws -> VASTAd {
        let text =
            "<VAST version='4.2'><Ad id='\(id)'><InLine><Impression>http://i/\(id)</Impression><Impression>about:blank</Impression>"
            + "<Error>http://e/\(id)</Error>\(more)<Creatives>\(creatives)</Creatives></InLine></Ad></VAST>"
        return try #require(try vast(text).ads.first)
    }

    static func linear(_ seconds: Int = 20, skip: String? = nil, files: String = "", more: String = "") -> String {
        "<Creative><Linear \(skip.map { "skipoffset='\($0)'" } ?? "")><Duration>00:00:\(seconds < 10 ? "0" : "")\(seconds)</Duration>"
            + "<MediaFiles>\(files)</MediaFiles>\(more)</Linear></Creative>"
    }

    static func tracking(_ events: String...) -> String {
        "<TrackingEvents>" + events.map { "<Tracking event='\($0)'>http://t/\($0)</Tracking>" }.joined() + "</TrackingEvents>"
    }

    /// Ads with pod sequence numbers in this order.
    static func resolved(_ ads: (id: String, seconds: Int)...) throws -> [ResolvedAd] {
        let body = ads.enumerated().map { index, ad in
            "<Ad id='\(ad.id)' sequence='\(index + 1)'><InLine><Error>http://e/\(ad.id)</Error><Creatives>\(linear(ad.seconds))</Creatives></InLine></Ad>"
        }.joined()
        var resolution = AdResolution()
        _ = resolution.handle(.document(try vast("<VAST version='4.2'>\(body)</VAST>"), url: "http://h/"))
        return resolution.ads
    }
}
