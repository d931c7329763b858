// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The unreadable entries of a list, with buttons to delete them.
public struct StudioDamage: Sendable {
    let items: [DamagedItem]
    /// The API path of the collection.
    let path: String
    let mayDelete: Bool

    public init(_ items: [DamagedItem], path: String, mayDelete: Bool) {
        self.items = items
        self.path = path
        self.mayDelete = mayDelete
    }

    /// Nil if there are none.
    var notice: HTML? {
        guard !items.isEmpty else { return nil }
        let rows: [HTML] = items.map { item in
            let delete: HTML? = mayDelete ? StudioForm.delete("the entry “\(item.id)”", "\(path)/\(item.id)", then: "reload") : nil
            return "<li><code>\(item.id)</code> \(item.message) \(delete)</li>"
        }
        return """
            <section class="damaged" role="alert"><h2>Some entries can’t be read</h2>
            <p>They are not shown below. Delete them, or repair them through the API or from a backup.</p><ul>\(rows)</ul></section>
            """
    }
}
