// SPDX-License-Identifier: Apache-2.0

/// Why something can't be cast, or why casting ended.
public struct CastingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error. Cases may be added, so match against the static members.
    public struct Code: Hashable, Sendable {
        /// The code's name in logs, such as `unreachable`. It is not meant for users.
        public let name: String
        private init(_ name: String) { self.name = name }
        /// The renderer doesn't respond.
        public static let unreachable = Code("unreachable")
        /// The renderer's response can't be parsed.
        public static let malformed = Code("malformed")
        /// The renderer returned a UPnP error, see ``CastingError/status``.
        public static let refused = Code("refused")
        /// The renderer failed to play the media.
        public static let unplayable = Code("unplayable")
        /// The media can't be read.
        public static let media = Code("media")
        /// The renderer supports no format in which the media is available or can be remuxed, for instance because a transport
        /// stream can't carry its codec.
        public static let format = Code("format")
        /// The player isn't active, or its configuration forbids casting.
        public static let notAllowed = Code("notAllowed")
        /// This machine has no suitable network.
        public static let network = Code("network")
        /// The renderer disappeared during playback.
        public static let lost = Code("lost")
    }

    /// The kind of error, to be matched with the static members of ``Code``.
    public let code: Code
    /// Cause, location and remedy, human-readable.
    public let message: String
    /// The UPnP error code (AVTransport:1 2.4, UPnP Device Architecture 3.2.2).
    public let status: Int?

    init(_ code: Code, _ message: String, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    public var description: String { message }
}

extension CastingError {
    static func malformed(_ what: String, at location: String) -> CastingError {
        CastingError(
            .malformed, "The response from \(location.prefix(300)) can't be used: \(what). Restart the device or update its software.")
    }

    static func unreachable(_ what: String, at location: String) -> CastingError {
        CastingError(
            .unreachable, "No answer from \(location.prefix(300)): \(what). Check that the device is on and connected to this network.")
    }

    static func refused(_ action: String, status: Int, reason: String, at location: String) -> CastingError {
        let (code, remedy): (Code, String) =
            switch status {
            case 401, 602: (.refused, "the device doesn't support this command")
            case 701: (.refused, "it isn't possible in its present state; try again when it is playing")
            case 702, 703, 704: (.unplayable, "the device can't read the media; try another variant or file")
            case 705: (.refused, "its transport is locked; stop the app that uses it")
            case 710, 711: (.refused, "it can't seek there; playback continues")
            case 712: (.refused, "it doesn't support this play mode")
            case 714: (.unplayable, "the device can't play this kind of media; cast another format")
            case 715: (.refused, "the content is in use; stop the app that uses it")
            case 716: (.unplayable, "the device can't access the address; check that it can reach this computer and no firewall blocks it")
            case 718: (.refused, "it doesn't know this instance; restart the device")
            default: (.refused, "restart the device if this keeps happening")
            }
        let words = reason.isEmpty ? "" : " (\(reason.prefix(200)))"
        return CastingError(code, "\(location.prefix(300)) refused \(action) with \(status)\(words): \(remedy).", status: status)
    }
}
