// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed

/// The sanitised texts of a chat line.
struct ChatLineText: Hashable {
    var name: String
    var text: String
    /// An excerpt of the message that it replies to; nil if unknown.
    var quote: String?
    /// A coupon code to copy.
    var coupon: String?
    var isHost = false
    var isPrivate = false
    var isRemoved = false
    /// The complete line as one sentence, for assistive technology.
    var spoken: String

    private static let maxTextLength = 1000
    private static let maxNameLength = 40
    private static let maxQuoteLength = 80

    init(_ line: LiveChat.Line, in chat: LiveChat, _ texts: FeedLanguage) {
        let message = line.message
        isHost = message.isHost == true
        isPrivate = message.isPrivate
        isRemoved = line.isRemoved
        let cleaned = DisplayText.clean(message.username, limit: Self.maxNameLength)
        name = cleaned.isEmpty && isHost ? texts.text(.host) : cleaned
        text = isRemoved ? texts.text(.messageRemoved) : DisplayText.clean(message.text, limit: Self.maxTextLength)
        if !isRemoved, let answered = chat.answered(by: message) {
            let who = DisplayText.isolated(DisplayText.clean(answered.username, limit: Self.maxNameLength))
            let what = DisplayText.clean(answered.text, limit: Self.maxQuoteLength)
            quote = texts.text(.replyTo, ["name": who]) + (what.isEmpty ? "" : ": \(what)")
        }
        coupon = isRemoved ? nil : message.couponCode.flatMap { $0.isEmpty ? nil : $0 }
        let marks = [isHost && !cleaned.isEmpty ? texts.text(.host) : nil, isPrivate ? texts.text(.privateMessage) : nil]
        let who = ([name.isEmpty ? nil : name] + marks).compactMap(\.self).joined(separator: ", ")
        spoken = [quote, who.isEmpty ? text : "\(who): \(text)"].compactMap(\.self).joined(separator: ". ")
    }
}

extension FeedLanguage {
    /// Why the viewer's message, choice or name was rejected.
    func text(ofChatFailure error: ServiceError) -> String {
        switch error.apiCode {
        case .chatClosed: text(.chatClosed)
        case .chatMuted: text(.chatMuted)
        case .rateLimited: text(.slowDown)
        case .conflict where error.field == "username": text(.nameTaken)
        case .conflict, .invalidField: text(error.field == "text" ? .sendFailed : .nameRefused)
        default: text(.sendFailed)
        }
    }
}
