// SPDX-License-Identifier: Apache-2.0

/// What a page reports of Encrypted Media Extensions. Sessions have the numbers of ``ProtectionAction``.
public enum ProtectionEvent: Hashable, Sendable {
    /// The media element has its keys (`setMediaKeys`).
    case opened
    case refused(ProtectionRefusal)
    /// The browser's request for a licence.
    case request(Int, [UInt8])
    /// - Parameter isUpdated: the browser has taken the licence, so that the list is complete.
    case statuses(Int, [KeyStatus], isUpdated: Bool)
    /// A promise of the browser or the application was rejected, in its words.
    case failed(Int, reason: String)
    /// The keys that the application has.
    case keys(Int, [GivenKey])
    /// Playback waits for a key (`waitingforkey`).
    case lacksKey
}

/// Why a page can't decrypt samples.
public enum ProtectionRefusal: Hashable, Sendable {
    /// The browser has no Encrypted Media Extensions.
    case missing
    /// The page isn't in a secure context.
    case insecure
    /// The browser refuses the key system, in its words.
    case refused(String)
}

/// What a page is to do with Encrypted Media Extensions.
public enum ProtectionAction: Hashable, Sendable {
    /// Give the media element the keys of a key system that can decrypt a scheme in these MIME types.
    case open(system: String, scheme: String, video: [String], audio: [String])
    /// Create a session and have it make a request. It waits until the key system is open.
    case session(Int, dataType: String, data: [UInt8])
    /// Give a session its licence.
    case update(Int, license: [UInt8])
    case end(Int)
    /// Ask the application for keys.
    /// - Parameters:
    ///   - ids: in hexadecimal digits.
    ///   - format: KEYFORMAT; nil without EXT-X-KEY.
    ///   - url: the absolute URL of EXT-X-KEY.
    case ask(Int, ids: [String], format: String?, url: String?)
}

/// Whether a key can be used, in the words of Encrypted Media Extensions.
public struct KeyStatus: Hashable, Sendable {
    /// 16 bytes.
    public var id: [UInt8]
    /// `MediaKeyStatus`.
    public var status: String

    /// - Parameters:
    ///   - id: 16 bytes.
    ///   - status: `MediaKeyStatus`.
    public init(id: [UInt8], status: String) { (self.id, self.status) = (id, status) }
}

/// A key from the application, as it writes it.
public struct GivenKey: Hashable, Sendable {
    /// Hexadecimal digits, with or without dashes, or base64url.
    public var id: String
    /// Hexadecimal digits or base64url.
    public var key: String

    /// - Parameters:
    ///   - id: hexadecimal digits, with or without dashes, or base64url.
    ///   - key: hexadecimal digits or base64url.
    public init(id: String, key: String) { (self.id, self.key) = (id, key) }
}
