// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A connected signal handler. Releasing it does not disconnect it.
@MainActor struct Connection {
    private let object: Unowned
    private let id: gulong

    fileprivate init(object: Object, id: gulong) {
        self.object = Unowned(object: object)
        self.id = id
    }

    /// Disconnects the handler and releases its captures; does nothing if the object no longer exists.
    func disconnect() {
        guard let object = object.object, g_signal_handler_is_connected(object.raw, id) != 0 else { return }
        g_signal_handler_disconnect(object.raw, id)
    }

    private final class Unowned {
        weak var object: Object?
        init(object: Object) { self.object = object }
    }
}

extension Object {
    /// Connects a closure whose parameters are the signal's arguments after the sender.
    ///
    /// One marshaller made from a parameter pack serves every signature: there is no trampoline per signal and no cast
    /// of a function pointer. The arguments' types must be those of the signal.
    @discardableResult
    func on<each Argument: ValueConvertible>(
        _ signal: String, after: Bool = false, _ handler: @escaping @MainActor (repeat each Argument) -> Void
    ) -> Connection {
        connect(signal, after: after) { arguments, _ in
            var cursor = arguments
            func next<V: ValueConvertible>(_: V.Type) -> V {
                cursor += 1
                return V(reading: cursor)
            }
            handler(repeat next((each Argument).self))
        }
    }

    /// Connects a closure that also returns a value to the signal (`close-request`, `key-pressed`, …).
    @discardableResult
    func on<each Argument: ValueConvertible, Answer: ValueConvertible>(
        _ signal: String, after: Bool = false, answer handler: @escaping @MainActor (repeat each Argument) -> Answer
    ) -> Connection {
        connect(signal, after: after) { arguments, result in
            var cursor = arguments
            func next<V: ValueConvertible>(_: V.Type) -> V {
                cursor += 1
                return V(reading: cursor)
            }
            let answer = handler(repeat next((each Argument).self))
            if let result { answer.write(to: result) }
        }
    }

    private func connect(_ signal: String, after: Bool, _ handler: @escaping Closure.Handler) -> Connection {
        Connection(object: self, id: g_signal_connect_closure(raw, signal, Closure.make(handler), after.gboolean))
    }
}
