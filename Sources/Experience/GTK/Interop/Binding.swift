// SPDX-License-Identifier: Apache-2.0

import Observation

/// An object whose properties can be bound to models; every ``Object`` is one. A protocol, because only its extensions can use `Self`.
@MainActor public protocol Bindable: AnyObject {}

extension Object: Bindable {}

extension Bindable where Self: Object {
    /// Keeps a property equal to an expression over `@Observable` models: evaluated now, and again on the main actor
    /// after anything it read has changed. Several changes in one turn cost one evaluation. Ends with the object.
    @discardableResult
    public func bind<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<Self, Value>, to read: @escaping @MainActor () -> Value
    ) -> Self {
        bind(to: read) { target, value in
            if target[keyPath: property] != value { target[keyPath: property] = value }
        }
    }

    /// The general form: `read` is tracked; `apply` gets what it returned, untracked, whenever that differs from the last.
    @discardableResult
    public func bind<Value: Equatable>(
        to read: @escaping @MainActor () -> Value, apply: @escaping @MainActor (Self, Value) -> Void
    ) -> Self {
        var last: Value?
        let binding = Binding { [weak self] track in
            guard let self else { return }
            let value = track(read)
            guard last != value else { return }
            last = value
            apply(self, value)
        }
        bindings.append(binding)
        binding.update()
        return self
    }
}

extension Object {
    /// How often the bindings of this object have been evaluated; reveals unnecessary updates.
    public var bindingEvaluations: Int { bindings.reduce(0) { $0 + $1.evaluations } }
}

/// An expression that is evaluated again whenever what it read has changed.
@MainActor final class Binding {
    /// Hands out a function that runs an expression under observation.
    struct Tracker {
        fileprivate let binding: Binding
        @MainActor func callAsFunction<Value>(_ read: @MainActor () -> Value) -> Value {
            withObservationTracking(read) { [weak binding] in
                // Called before the change, on the changing thread; the new value is available one main-actor turn later.
                Task { @MainActor in binding?.update() }
            }
        }
    }

    private let evaluate: @MainActor (Tracker) -> Void

    init(_ evaluate: @escaping @MainActor (Tracker) -> Void) { self.evaluate = evaluate }

    /// How often the expression has been evaluated.
    private(set) var evaluations = 0

    func update() {
        evaluations += 1
        evaluate(Tracker(binding: self))
        BindingCounts.changed()
    }
}
