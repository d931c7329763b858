// SPDX-License-Identifier: Apache-2.0

/// Counts live objects.
@MainActor final class Census {
    private var objects: [() -> String?] = []
    private final class Weak {
        weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
    }

    @discardableResult func watch<O: AnyObject>(_ object: O) -> O {
        let weak = Weak(object)
        objects.append { weak.object.map { "\(type(of: $0))" } }
        return object
    }

    var alive: Int { rest.count }
    /// The types of the objects that are still alive.
    var rest: [String] { objects.compactMap { $0() } }
}
