// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
public import WindowboxPlayer
import WindowboxStreaming

/// A playback error, explained to the user.
public struct FailureText: Hashable, Sendable {
    /// A few words without a full stop.
    public var title: String
    /// The cause and what can be done about it.
    public var explanation: String
    /// Technical details; nil if there are none.
    public var details: String?
    /// The address of a web page that may help; nil if there is none.
    public var page: String?
    /// What the button for another attempt says, without a full stop; nil if another attempt would be of no use.
    public var retry: String? = translated("Try Again")

    /// - Parameter title: nil says that this video can’t be played.
    public init(title: String? = nil, explanation: String, details: String? = nil) {
        self.title = title ?? translated("This video can’t be played")
        self.explanation = explanation
        self.details = details
    }
}

extension FailureText {
    /// Words for a player's error, in the user's language. The error's own description becomes the details.
    /// - Parameter canSignIn: whether another attempt asks for a user name and a password, see `CredentialStore`.
    public init(_ error: PlayerError, canSignIn: Bool = false) {
        let url = error.url ?? ""
        let isFile = url.hasPrefix("file:")
        if let text = Self.of(error.reason, url: url, canSignIn: canSignIn) {
            self = text
            details = Self.details(error)
            return
        }
        switch error.code {
        case .loader:
            // Text written by the application for its users.
            self.init(explanation: error.description.prefix(1).uppercased() + error.description.dropFirst())
            return
        case .noContent: self.init(explanation: translated("There is nothing to play here. Open something else."))
        case .notFound where isFile:
            self.init(
                title: translated("File not found"),
                explanation: translated("It was moved, renamed or deleted. Open it from its new location."))
        case .notFound:
            self.init(
                title: translated("There is nothing at this address"),
                explanation: translated("The video was removed, or the address is wrong. Check the address.")
            )
        case .forbidden where isFile:
            self.init(
                title: translated("You don’t have permission to open this file"),
                explanation: translated("Ask its owner for permission, or change it in the file’s properties, then try again."))
        case .forbidden:
            self.init(
                title: translated("You don’t have access to this video"),
                explanation: translated("The server refused to send it. Sign in to the service that provides it, then try again."))
        case .invalidAddress where Self.otherScheme(of: url) != nil:
            self.init(
                title: translated("Addresses that begin with {scheme}:// can’t be played", ["scheme": Self.otherScheme(of: url) ?? ""]),
                explanation: translated("Check the spelling. It must begin with https:// or http://, or be the path of a file."))
        case .invalidAddress:
            self.init(
                title: translated("This isn’t a valid address"),
                explanation: translated("Check the spelling. It must begin with https:// or http://, or be the path of a file."))
        case .refused:
            self.init(
                title: translated("This address isn’t allowed"),
                explanation: translated("The connection to it isn’t secure. Use an address that begins with https://."))
        case .untrusted:
            self.init(
                title: translated("The server’s identity can’t be verified"),
                explanation: translated(
                    "Its certificate can’t be trusted. Check the address, and the date and time of this computer, then try again."))
        case .network where error.isFrozen, .stuck:
            self.init(title: translated("The video stopped"), explanation: translated("No more data was received. Try again."))
        case .network:
            self.init(
                title: translated("The server can’t be reached"),
                explanation: translated("Check the address and the network connection, then try again."))
        case .constrainedNetwork:
            self.init(
                title: translated("This network is set to save data"),
                explanation: translated("Videos aren’t loaded while data saving is on. Connect to another network, then try again."))
        case .malformed where isFile, .unsupported where isFile:
            self.init(
                title: translated("This file can’t be played"),
                explanation: translated("The file is damaged, or in a format that isn’t supported. Open another one."))
        case .malformed, .unsupported:
            self.init(explanation: translated("It is damaged, or in a format that isn’t supported. Open another one."))
        case .key:
            self.init(
                title: translated("This video is protected"),
                explanation: translated("The key that unlocks it is missing. Open it in the app or website that provides it."))
        case .unavailable where error.httpStatus == 429:
            self.init(
                title: translated("The server asks you to wait"),
                explanation: translated("It has received too many requests. Try again in a few minutes."))
        case .unavailable where error.httpStatus.map { $0 >= 500 } == true:
            self.init(
                title: translated("The server has a problem"), explanation: translated("The server can’t deliver it now. Try again later."))
        default:
            self.init(
                explanation: isFile
                    ? translated("The file can’t be read. Check its permissions and that its disk is connected, then try again.")
                    : translated("The server can’t deliver it now. Try again later."))
        }
        details = Self.details(error)
    }

    private static func details(_ error: PlayerError) -> String {
        let isAddressNamed = error.url.map { error.description.contains($0) } ?? true
        return (sentence(error.description) + (isAddressNamed ? "" : "\n" + (error.url ?? ""))).withoutCredentials
    }

    /// The scheme of an address that isn't http, https or file; nil if it has none, or an invalid one.
    private static func otherScheme(of url: String) -> String? {
        guard let end = url.firstRange(of: "://")?.lowerBound, let first = url.first, first.isASCII, first.isLetter else { return nil }
        let scheme = url[..<end].lowercased()
        let isValid = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isValid && !["http", "https", "file"].contains(scheme) ? scheme : nil
    }

    /// Begins with a capital letter, unless the first word is a name or an address.
    private static func sentence(_ text: String) -> String {
        guard text.prefix(while: { $0 != " " }).allSatisfy({ $0.isLetter && $0.isLowercase }) else { return text }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension PlayerError {
    /// The server answers, but a live stream doesn't continue.
    fileprivate var isFrozen: Bool { (underlying as? StreamingError)?.code == .frozen }

    /// The server's answer that led to the error; nil if it is about something else.
    fileprivate var httpStatus: Int? {
        if case .status(let status)? = (underlying as? StreamingError)?.underlying?.cause { status } else { nil }
    }
}
