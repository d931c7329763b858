// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract
import WindowboxPlayer
import WindowboxTranslations

/// A language in which feeds are available.
public struct FeedLanguage: Hashable, Sendable {
    /// BCP 47, without region.
    public let tag: String

    /// English, the language in which texts are written.
    public static let english = FeedLanguage(tag: "en")
    /// German.
    public static let german = FeedLanguage(tag: "de")
    /// French.
    public static let french = FeedLanguage(tag: "fr")
    /// Spanish.
    public static let spanish = FeedLanguage(tag: "es")
    /// Arabic, the only one that is written from right to left.
    public static let arabic = FeedLanguage(tag: "ar")
    /// Japanese.
    public static let japanese = FeedLanguage(tag: "ja")
    /// The languages that feeds are translated into.
    public static let known: [FeedLanguage] = [english, german, french, spanish, arabic, japanese]

    private init(tag: String) { self.tag = tag }

    /// - Parameters:
    ///   - preferred: a BCP 47 tag that takes precedence over the user's languages; nil or empty for none.
    ///   - languages: the user's languages, most preferred first; nil uses the environment.
    /// - Returns: the first supported language, or English.
    public static func choose(_ preferred: String? = nil, of languages: [String]? = nil) -> FeedLanguage {
        let preferredTags = preferred.map { [$0] }?.filter { !$0.isEmpty } ?? []
        for tag in preferredTags + (languages ?? UserLanguages.ofEnvironment) {
            let name = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
            if let found = known.first(where: { $0.tag == name }) { return found }
        }
        return .english
    }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    /// - Parameter values: by placeholder name, such as `time`.
    public func text(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
        let key = phrase.catalogueKey
        return Placeholders.fill(catalogue?.text(key) ?? Self.english.catalogue?.text(key) ?? key, values)
    }

    /// - Parameter values: by placeholder name; `count` is predefined.
    public func text(_ phrase: CountedPhrase, count: Int, _ values: [String: String] = [:]) -> String {
        let key = phrase.catalogueKey
        let form = catalogue?.text(key, count: count) ?? Self.english.catalogue?.text(key, count: count) ?? key
        return Placeholders.fill(form, values.merging(["count": shortened(count)]) { own, _ in own })
    }

    /// Abbreviates a number of viewers or likes: 999, 1.2K, 34K, 5.6M.
    public func shortened(_ count: Int) -> String {
        let count = max(0, count)
        for (unit, mark) in [(1_000_000, "M"), (1000, "K")] where count >= unit {
            let tenths = count / (unit / 10)
            let (whole, part) = (tenths / 10, tenths % 10)
            return whole >= 100 || part == 0 ? "\(whole)\(mark)" : "\(whole)\(decimalSign)\(part)\(mark)"
        }
        return String(count)
    }

    /// The title of a call-to-action button: in the app's language, unless the service provides a text.
    public func title(of cta: CallToAction, titles: [String: String] = [:]) -> String {
        if let key = cta.titleKey, let own = titles[key] { return own }
        switch cta.type {
        case .buy: return text(.buyNow)
        case .download: return text(.download)
        case .view: return text(.seeMore)
        case .book: return text(.bookNow)
        case .shopNow: return text(.shopNow)
        default:
            let title = DisplayText.clean(cta.title, limit: 60)
            return title.isEmpty ? text(.seeMore) : title
        }
    }

    private var decimalSign: String { self == .german || self == .french || self == .spanish ? "," : "." }

    /// `Catalogues/*.po`, and for English `feed.pot`.
    var catalogue: Catalogue? { EmbeddedCatalogues.find(tag) }
}

extension Phrase {
    /// The `msgctxt` of its message.
    var catalogueKey: String { rawValue }
}

extension CountedPhrase {
    /// The `msgctxt` of its message. The prefix distinguishes `products` from the phrase of that name.
    var catalogueKey: String { "counted.\(rawValue)" }
}
