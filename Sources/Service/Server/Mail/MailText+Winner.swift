// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxPages

extension MailText {
    /// For somebody who has won.
    /// - Parameter language: in which the winner took part; nil for English.
    static func winner(of interaction: Interaction, business: String, language: String?) -> MailText {
        let language = PageLanguage.choose(language)
        let values = ["business": business, "giveaway": interaction.prompt]
        return MailText(
            subject: language.text(.winnerSubject, values), body: language.text(.winnerMessage, values), language: language.tag)
    }
}
