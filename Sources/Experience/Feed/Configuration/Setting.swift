// SPDX-License-Identifier: Apache-2.0

/// A value that is either explicitly set or a default. When configurations are merged, explicit values override defaults.
@propertyWrapper public struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value while none is set.
    public let fallback: Value
    /// Nil if not explicitly set.
    public var explicit: Value?

    /// - Parameter wrappedValue: the value while none is set.
    public init(wrappedValue: Value) { fallback = wrappedValue }

    /// The set value, or else the default.
    public var wrappedValue: Value {
        get { explicit ?? fallback }
        set { explicit = newValue }
    }

    /// The setting itself, to check whether a value is set.
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

/// An operation applied to every setting of a configuration.
enum SettingWay {
    /// Adopts the other configuration's value if it is explicit.
    case take
    /// Marks the effective value as explicit.
    case settle
}
