// SPDX-License-Identifier: Apache-2.0

/// The source of an image.
public enum ImageSource: Hashable, Codable, Sendable {
    /// There is no image.
    case none
    /// A URL, with an optional smaller version for constrained networks.
    case url(String, lowResolution: String? = nil)
    /// The bytes of an image file, such as PNG or JPEG.
    case data([UInt8])

    /// The URL to fetch; nil if there is nothing to fetch.
    /// - Parameter isConstrained: prefer the smaller version to save data.
    public func address(isConstrained: Bool = false) -> String? {
        guard case .url(let standard, let low) = self else { return nil }
        return isConstrained ? low ?? standard : standard
    }
}
