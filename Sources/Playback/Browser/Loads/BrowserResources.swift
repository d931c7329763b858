// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
import WindowboxStreaming

/// Initialization sections and keys: each is fetched once, and kept while segments need it. The keys of samples are the browser's.
struct BrowserResources: Sendable {
    enum Kind: Hashable, Sendable {
        case key(String)
        case section(InitializationSection)
    }

    struct Resource: Sendable {
        var id: Int
        var kind: Kind
        var bytes: [UInt8] = []
        var isComplete = false
        var failure: LoadFailure?
    }

    private(set) var resources: [Resource] = []
    var protection: ContentProtection
    private var last: Int
    /// The maximum number of sections and keys that are kept.
    private static let maxResources = 48
    /// The maximum size in bytes of a section or key.
    private static let longest = 16 << 20

    /// - Parameter first: the number of the first fetch; larger than that of any load.
    init(first: Int, hasApplicationKeys: Bool) {
        last = first
        protection = ContentProtection(hasApplicationKeys: hasApplicationKeys)
    }

    /// The fetch of a missing resource, and whether it is new; nil if the resource is available.
    mutating func need(_ kind: Kind) -> (id: Int, isNew: Bool)? {
        if let index = resources.firstIndex(where: { $0.kind == kind }) {
            guard resources[index].failure == nil else {
                resources.remove(at: index)
                return need(kind)
            }
            return resources[index].isComplete ? nil : (resources[index].id, false)
        }
        last += 1
        resources.append(Resource(id: last, kind: kind))
        if resources.count > Self.maxResources, let old = resources.firstIndex(where: { $0.isComplete }) { resources.remove(at: old) }
        return (last, true)
    }

    func bytes(_ kind: Kind) -> [UInt8]? { resources.first { $0.kind == kind && $0.isComplete }?.bytes }
    func isSection(_ id: Int) -> Bool {
        resources.contains { resource in
            if resource.id == id, case .section = resource.kind { true } else { false }
        }
    }
    func has(_ id: Int) -> Bool { resources.contains { $0.id == id } }
    func failure(_ id: Int) -> LoadFailure? { resources.first { $0.id == id }?.failure }

    /// - Returns: false if the resource is too large.
    mutating func receive(_ id: Int, _ bytes: [UInt8]) -> Bool {
        guard let index = resources.firstIndex(where: { $0.id == id }) else { return true }
        resources[index].bytes += bytes
        return resources[index].bytes.count <= Self.longest
    }

    mutating func complete(_ id: Int) {
        guard let index = resources.firstIndex(where: { $0.id == id }) else { return }
        resources[index].isComplete = true
    }

    mutating func fail(_ id: Int, _ failure: LoadFailure) {
        guard let index = resources.firstIndex(where: { $0.id == id }) else { return }
        resources[index].failure = failure
    }
}
