// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The call to action of a video; a script shows it over the video at its time.
struct CallToActionButton {
    let cta: CallToAction
    let language: PageLanguage

    /// Nil if its address can't be used.
    var html: HTML? {
        guard let address = SanitizedText.address(cta.url) else { return nil }
        let own = SanitizedText.clean(cta.title, limit: 40)
        let standardText: String? =
            switch cta.type {
            case .buy: language.text(.buy)
            case .download: language.text(.download)
            case .view: language.text(.view)
            case .book: language.text(.book)
            case .shopNow: language.text(.shopNow)
            default: nil
            }
        let text = standardText ?? (own.isEmpty ? language.text(.view) : own)
        return "<a class=\"button primary cta\" id=\"cta\" href=\"\(address)\" target=\"_blank\" rel=\"noopener\"><bdi>\(text)</bdi></a>"
    }
}
