// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxOrigin

/// House ads in the sample library: one of its clips is played as an ad before the others, without external ad servers.
///
/// Pass ``port`` and ``settings`` to ``DemoService``. The ads appear when a player plays a clip stitched by the service.
struct DemoAds {
    /// The service's port. It is chosen before the service starts, because the ad URLs contain it.
    let port: Int
    /// Settings for `windowbox-service`.
    let settings: [String]

    private static let clip = "sample12"
    /// The duration of the generated clip in seconds.
    private static let duration = 8.0

    /// nil if the library lacks the clip, or no port is free.
    ///
    /// - Parameter port: 0 for any free port.
    init?(_ library: DemoLibrary, port: Int) {
        guard let port = port > 0 ? port : FreePort.find(on: .loopback) else { return nil }
        self.port = port
        let folder = "\(library.media)/videos/\(Self.clip)"
        let made = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let edition = made.sorted().first(where: { FileManager.default.fileExists(atPath: "\(folder)/\($0)/index.m3u8") }) else {
            return nil
        }
        let file = library.folder.appendingPathComponent("house-ads.json")
        let media = "http://127.0.0.1:\(port)/media/"
        let clip: [String: Any] = [
            "id": "night", "title": "Good night", "duration": Self.duration, "url": "\(media)videos/\(Self.clip)/\(edition)/index.m3u8",
            "skip_offset": 5, "click_through": "http://127.0.0.1:\(port)/",
        ]
        let campaign: [String: Any] = ["id": "house", "advertiser": "Windowbox", "creatives": [clip]]
        guard let document = try? JSONSerialization.data(withJSONObject: ["campaigns": [campaign]]),
            (try? document.write(to: file, options: .atomic)) != nil
        else { return nil }
        settings = ["ad-origins=\(media)", "house-ads=\(file.path)", "ad-networks=any"]
    }
}
