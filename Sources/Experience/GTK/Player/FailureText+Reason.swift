// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

extension FailureText {
    /// Words for what a person can do something about; nil for any other reason.
    /// - Parameters:
    ///   - url: where the error occurred.
    ///   - canSignIn: whether another attempt asks for credentials.
    static func of(_ reason: FailureReason?, url: String, canSignIn: Bool) -> FailureText? {
        guard let reason else { return nil }
        return security(reason) ?? access(reason, url: url, canSignIn: canSignIn) ?? content(reason, url: url)
    }

    private static func security(_ reason: FailureReason) -> FailureText? {
        switch reason {
        case .certificateExpired:
            FailureText(
                title: translated("The server’s certificate has expired"),
                explanation: translated(
                    "Only the server’s operator can renew it. If other servers fail too, check the date and time of this computer."))
        case .certificateNotYetValid:
            FailureText(
                title: translated("The server’s certificate isn’t valid yet"),
                explanation: translated(
                    "The clock of this computer is probably slow. Check the date and time in the system settings, then try again."))
        case .certificateForOtherHost:
            FailureText(
                title: translated("The server’s certificate is for another address"),
                explanation: translated("Another server may be answering in its place. Check the spelling of the address."))
        case .certificateSelfSigned:
            FailureText(
                title: translated("Nobody vouches for this server"),
                explanation: translated(
                    "If it is yours, add its certificate to those that this computer trusts. Otherwise it could be any server."))
        case .authorityUnknown:
            FailureText(
                title: translated("The server’s certificate is from an unknown authority"),
                explanation: translated(
                    "If it is your organization’s, add its authority to those that this computer trusts. Otherwise don’t use it."))
        case .certificateRevoked:
            FailureText(
                title: translated("The server’s certificate has been revoked"),
                explanation: translated("It may have been stolen. Don’t use this server until its operator has replaced the certificate."))
        case .obsoleteTLS:
            FailureText(
                title: translated("The server’s encryption is out of date"),
                explanation: translated("It only supports methods that are no longer secure. Ask its operator to update it."))
        case .notTLS:
            FailureText(
                title: translated("The server doesn’t offer a secure connection here"),
                explanation: translated("Check the port in the address, and whether it must begin with http:// instead of https://."))
        default: nil
        }
    }

    private static func access(_ reason: FailureReason, url: String, canSignIn: Bool) -> FailureText? {
        var text: FailureText
        switch reason {
        case .credentialsRequired:
            text = FailureText(
                title: translated("A user name and a password are needed"),
                explanation: canSignIn
                    ? translated("The server shows this video only to those who sign in.")
                    : translated(
                        "Open the address with both in it, as in https://name:password@…, or sign in to the service that provides the video."
                    ))
            if canSignIn { text.retry = translated("Sign In…") }
        case .credentialsRefused:
            text = FailureText(
                title: translated("The user name or the password is wrong"),
                explanation: canSignIn
                    ? translated("The server has refused them. Sign in again with others.")
                    : translated("Correct them in the address: https://name:password@…"))
            if canSignIn { text.retry = translated("Sign In…") }
        case .redirectLoop, .tooManyRedirects:
            text = FailureText(
                title: translated("The server redirects in a circle"),
                explanation: translated(
                    "It never sends the video. Open the address in a browser: the server may want you to sign in."))
            text.page = LinkOpener.isPage(url) ? url : nil
        case .insecureRedirect:
            text = FailureText(
                title: translated("The server redirects to an address that isn’t secure"),
                explanation: translated(
                    "It redirects from https:// to http://, where others on the network could read and change the video. Tell its operator."
                ))
        case .invalidRedirect:
            text = FailureText(
                title: translated("The server redirects to an address that can’t be opened"),
                explanation: translated(
                    "It redirects to something that isn’t on the web. Check the address, or tell the server’s operator."))
        default: return nil
        }
        return text
    }

    private static func content(_ reason: FailureReason, url: String) -> FailureText? {
        let isFile = url.hasPrefix("file:")
        var text: FailureText
        switch reason {
        case .empty where isFile:
            return FailureText(
                title: translated("The file is empty"),
                explanation: translated("It may not have been copied or downloaded completely. Copy or download it again."))
        case .empty:
            return FailureText(
                title: translated("The server sent nothing"),
                explanation: translated("The video may not be there yet, or the address is wrong. Try again later, or check the address."))
        case .webPage:
            text = FailureText(
                title: translated("This is a web page, not a video"),
                explanation: isFile
                    ? translated("Open it in a web browser.")
                    : translated("Open it in a browser. If there is a video on it, the page may have a link to the video itself."))
            text.page = LinkOpener.isPage(url) ? url : nil
        case .text:
            text = FailureText(
                title: translated("This is a text, not a video"), explanation: translated("Open it in a text editor, or open another file.")
            )
        case .document:
            text = FailureText(
                title: translated("This is a document, not a video"),
                explanation: translated("Open it in a document viewer, or open another file."))
        case .archive:
            text = FailureText(
                title: translated("This is an archive, not a video"),
                explanation: translated("Unpack it first, then open the videos in it."))
        default: return nil
        }
        text.retry = nil
        return text
    }
}
