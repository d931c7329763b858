// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxHLS

/// Icons in the `icons` array of asset lists and tracking documents.
enum SignaledIcon {
    /// - Parameter entry: an ad of a tracking document, or a slot of an asset list.
    static func all(in entry: JSONValue) -> [VASTIcon] { entry["icons"]?.array?.prefix(16).compactMap { read($0)?.icon } ?? [] }

    private static func read(_ entry: JSONValue) -> AdIconPicture? {
        guard let url = entry["staticResource"]?.string else { return nil }
        var icon = AdIconPicture(staticResource: url)
        icon.program = entry["program"]?.string
        (icon.width, icon.height) = (entry.pixels("width"), entry.pixels("height"))
        (icon.xPosition, icon.yPosition) = (entry["xPosition"]?.string, entry["yPosition"]?.string)
        (icon.offset, icon.duration) = (entry["offset"]?.number, entry["duration"]?.number)
        (icon.altText, icon.creativeType) = (entry["altText"]?.string, entry["creativeType"]?.string)
        icon.clickThrough = entry["clickThrough"]?.string
        (icon.clickTracking, icon.viewTracking) = (entry.links("clickTracking"), entry.links("viewTracking"))
        icon.fallbackImages = entry["fallbackImages"]?.array?.prefix(16).compactMap { image in
            image["staticResource"]?.string.map {
                AdIconPicture.Fallback(
                    width: image.pixels("width"), height: image.pixels("height"), altText: image["altText"]?.string,
                    staticResource: $0)
            }
        }
        return icon
    }
}
