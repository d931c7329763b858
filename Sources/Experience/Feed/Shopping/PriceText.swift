// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Formats prices for display.
public struct PriceText: Sendable {
    private let locale: Locale

    /// - Parameter locale: decides about separators and the place of the currency.
    public init(locale: Locale) { self.locale = locale }

    /// Uses the currency's usual fraction digits, or more if the amount needs them: nothing is rounded.
    /// - Parameter currency: ISO 4217; an invalid code is sanitised and appended to the number.
    public func text(_ amount: Amount, currency: String) -> String {
        let code = currency.uppercased()
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            let name = DisplayText.clean(currency, limit: 8)
            return name.isEmpty ? amount.description : "\(amount) \(name)"
        }
        let lowest = Self.digits[code] ?? 2
        let style = Decimal.FormatStyle.Currency(code: code, locale: locale).precision(.fractionLength(lowest...max(lowest, 6)))
        return amount.decimal.formatted(style)
    }

    /// The price range of the available variants, or all if none is available; nil if there are none.
    public func range(_ product: Product) -> String? {
        let available = product.units.filter(\.isAvailable)
        let prices = (available.isEmpty ? product.units : available).map(\.price)
        guard let lowest = prices.min(), let highest = prices.max() else { return nil }
        let from = text(lowest, currency: product.currency)
        return lowest == highest ? from : "\(from) – \(text(highest, currency: product.currency))"
    }

    /// The discount in whole per cent, rounded down so as not to overstate it; nil if there is none.
    public static func discount(_ unit: ProductUnit) -> Int? {
        guard let original = unit.originalPrice, original.millionths > 0, unit.price < original, unit.price.millionths >= 0 else {
            return nil
        }
        let saved = original.millionths - unit.price.millionths
        let percent = Int((Double(saved) / Double(original.millionths) * 100).rounded(.down))
        return percent > 0 ? percent : nil
    }

    /// Fraction digits in ISO 4217, if not two.
    private static let digits: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0,
        "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    ]
}
