// SPDX-License-Identifier: Apache-2.0

/// Where an image comes from.
public enum ImageSource: Hashable, Codable, Sendable {
    case none
    /// At an address, with a smaller one for networks on which bytes are scarce.
    case url(String, lowResolution: String? = nil)
    /// The bytes of a PNG, JPEG or other file, as they are.
    case data([UInt8])

    /// The address to fetch; nil when there is nothing to fetch.
    /// - Parameter isConstrained: bytes are scarce.
    public func address(isConstrained: Bool = false) -> String? {
        guard case .url(let standard, let low) = self else { return nil }
        return isConstrained ? low ?? standard : standard
    }
}
