// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxAds
import WindowboxPlayer

extension AdIcon {
    /// The icons to show over an ad now.
    ///
    /// - Parameters:
    ///   - name: of the ad in its break.
    ///   - position: of the ad, in seconds.
    ///   - length: duration of the ad, in seconds.
    static func all(of linear: VASTLinear, in name: String, at position: Double, of length: Double) -> [AdIcon] {
        linear.icons(at: position, of: length).compactMap { index, icon in
            AdIconPicture(icon).map { picture in
                AdIcon(
                    ad: name, index: index, width: picture.width ?? defaultSize, height: picture.height ?? defaultSize,
                    x: Coordinate(picture.xPosition, end: "right"), y: Coordinate(picture.yPosition, end: "bottom"),
                    image: picture.staticResource,
                    alternativeText: picture.altText ?? picture.program,
                    isClickable: picture.clickThrough != nil || picture.fallbackImages != nil)
            }
        }
    }

    /// Default size in pixels.
    private static let defaultSize = 20
}

extension AdIcon.Coordinate {
    /// Parses `left`, `top`, `right`, `bottom` or a number of pixels; anything else means left or top.
    fileprivate init(_ text: String?, end: String) {
        guard let text = text?.lowercased(), text != end else {
            self = text == nil ? .pixels(0) : .end
            return
        }
        self = .pixels(Int(text.prefix { $0.isASCII && $0.isNumber }.prefix(5)) ?? 0)
    }
}
