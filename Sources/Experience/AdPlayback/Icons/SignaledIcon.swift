// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS

/// Pictures over an ad as asset lists and tracking documents have them, in `icons`.
enum SignaledIcon {
    /// - Parameter entry: an ad of a tracking document, or a slot of an asset list.
    static func all(in entry: JSONValue) -> [VASTIcon] { entry["icons"]?.array?.prefix(16).compactMap { read($0)?.icon } ?? [] }

    private static func read(_ entry: JSONValue) -> AdIconPicture? {
        guard let url = entry["staticResource"]?.string else { return nil }
        func size(_ name: String, of entry: JSONValue) -> Int? {
            entry[name]?.number.flatMap { (1...10_000).contains($0) ? Int($0) : nil }
        }
        func links(_ name: String) -> [String] { entry[name]?.array?.compactMap(\.string) ?? [] }
        var icon = AdIconPicture(staticResource: url)
        icon.program = entry["program"]?.string
        (icon.width, icon.height) = (size("width", of: entry), size("height", of: entry))
        (icon.xPosition, icon.yPosition) = (entry["xPosition"]?.string, entry["yPosition"]?.string)
        (icon.offset, icon.duration) = (entry["offset"]?.number, entry["duration"]?.number)
        (icon.altText, icon.creativeType) = (entry["altText"]?.string, entry["creativeType"]?.string)
        icon.clickThrough = entry["clickThrough"]?.string
        (icon.clickTracking, icon.viewTracking) = (links("clickTracking"), links("viewTracking"))
        icon.fallbackImages = entry["fallbackImages"]?.array?.prefix(16).compactMap { image in
            image["staticResource"]?.string.map {
                AdIconPicture.Fallback(
                    width: size("width", of: image), height: size("height", of: image), altText: image["altText"]?.string,
                    staticResource: $0)
            }
        }
        return icon
    }
}
