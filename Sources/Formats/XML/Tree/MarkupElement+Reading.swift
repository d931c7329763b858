// SPDX-License-Identifier: Apache-2.0

/// Accessors for format readers, without temporary strings and arrays.
extension MarkupElement {
    /// A sequence of the child elements.
    package struct Elements: Sequence, IteratorProtocol {
        private let storage: MarkupStorage
        private var position: Int
        private let end: Int

        init(_ element: MarkupElement) {
            storage = element.storage
            position = element.index + 1
            end = Int(element.node.next)
        }

        package mutating func next() -> MarkupElement? {
            while position < end {
                let found = position
                position = Int(storage.tree.nodes[found].next)
                if !storage.tree.nodes[found].isText { return MarkupElement(storage, found) }
            }
            return nil
        }
    }

    package var elements: Elements { Elements(self) }

    /// Whether the local name matches, ignoring ASCII case.
    package func isNamed(_ name: StaticString) -> Bool { storage.tree.isSame(node.name.local, name) }

    /// The local name with ASCII letters in lower case.
    package var lowercasedName: String {
        let range = node.name.local
        return storage.tree.bytes.withUnsafeBufferPointer { bytes in
            String(unsafeUninitializedCapacity: range.count) { name in
                for offset in 0..<range.count {
                    let byte = bytes[range.lowerBound + offset]
                    name[offset] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
                }
                return range.count
            }
        }
    }

    /// The trimmed value of an attribute, with its name matched ignoring ASCII case; nil if empty.
    package func value(_ name: StaticString) -> String? {
        for index in node.attributes.range where storage.tree.isSame(storage.tree.attributes[index].name.local, name) {
            let value = storage.tree.trimmed(storage.tree.attributes[index].value.range)
            return value.isEmpty ? nil : storage.tree.string(value)
        }
        return nil
    }
}
