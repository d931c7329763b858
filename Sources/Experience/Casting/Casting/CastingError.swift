// SPDX-License-Identifier: Apache-2.0

/// Why something can't be cast, or is cast no more.
public struct CastingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; more may come, so match with the static members.
    public struct Code: Hashable, Sendable {
        public let name: String
        private init(_ name: String) { self.name = name }
        /// The renderer does not answer.
        public static let unreachable = Code("unreachable")
        /// The renderer answers what can't be understood.
        public static let malformed = Code("malformed")
        /// The renderer says no, with a number of UPnP: see ``CastingError/status``.
        public static let refused = Code("refused")
        /// The renderer failed at, or has no means for, what it was given.
        public static let unplayable = Code("unplayable")
        /// What is to be cast can't be read here.
        public static let media = Code("media")
        /// It has no form that the renderer takes, and none can be made of it here: its codec fits into no transport stream, say.
        public static let format = Code("format")
        /// The player may not cast, or is not the active one.
        public static let notAllowed = Code("notAllowed")
        /// This machine has no network for it.
        public static let network = Code("network")
        /// The renderer left while it played.
        public static let lost = Code("lost")
    }

    public let code: Code
    /// Cause, place and cure, for people.
    public let message: String
    /// The number that UPnP gives the refusal (AVTransport:1 2.4, UPnP Device Architecture 3.2.2).
    public let status: Int?

    init(_ code: Code, _ message: String, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    public var description: String { message }
}

extension CastingError {
    static func malformed(_ what: String, at place: String) -> CastingError {
        CastingError(.malformed, "What \(place.prefix(300)) says can't be used: \(what). Start the renderer anew or update its software.")
    }

    static func unreachable(_ what: String, at place: String) -> CastingError {
        CastingError(.unreachable, "No answer from \(place.prefix(300)): \(what). Check that the renderer is on and in this network.")
    }

    static func refused(_ action: String, status: Int, reason: String, at place: String) -> CastingError {
        let (code, cure): (Code, String) =
            switch status {
            case 401, 602: (.refused, "the renderer has no such command")
            case 701: (.refused, "it is not possible in its present state; try again when it plays")
            case 702, 703, 704: (.unplayable, "the renderer can't read the media; try another variant or file")
            case 705: (.refused, "its transport is locked; end what uses it")
            case 710, 711: (.refused, "it can't go there; the stream plays on")
            case 712: (.refused, "it has no such play mode")
            case 714: (.unplayable, "the renderer does not play this kind of media; cast another format")
            case 715: (.refused, "the content is in use; end what uses it")
            case 716: (.unplayable, "the renderer can't get at the address; check that it reaches this machine and no firewall is between")
            case 718: (.refused, "it knows no such instance; start the renderer anew")
            default: (.refused, "start the renderer anew if it stays so")
            }
        let words = reason.isEmpty ? "" : " (\(reason.prefix(200)))"
        return CastingError(code, "\(place.prefix(300)) refused \(action) with \(status)\(words): \(cure).", status: status)
    }
}
