// SPDX-License-Identifier: Apache-2.0

/// A value that somebody has chosen, or else its default: what was chosen in one place goes before what was chosen in another,
/// and both go before the default.
@propertyWrapper public struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    public let fallback: Value
    /// Nil: nobody chose.
    public var explicit: Value?

    public init(wrappedValue: Value) { fallback = wrappedValue }

    public var wrappedValue: Value {
        get { explicit ?? fallback }
        set { explicit = newValue }
    }

    public var projectedValue: Setting<Value> {
        get { self }
        set { self = newValue }
    }

    mutating func apply(_ way: SettingWay, _ other: Setting<Value>) {
        switch way {
        case .take: if let chosen = other.explicit { explicit = chosen }
        case .settle: explicit = wrappedValue
        }
    }
}

/// What is done with each setting of many.
enum SettingWay {
    /// Takes what was chosen in another place, if anything was.
    case take
    /// What holds counts as chosen.
    case settle
}
