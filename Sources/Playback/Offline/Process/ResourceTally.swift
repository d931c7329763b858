// SPDX-License-Identifier: Apache-2.0

/// Tracks which resources of a plan are complete, and the progress of the others.
struct ResourceTally: Sendable {
    private let resources: [StoredResource]
    private let seconds: Double
    private let duration: Double
    private var whole: [Int: Int] = [:]
    private var partial: [Int: Int] = [:]
    private var wholeBytes = 0
    private var wholeSeconds = 0.0
    /// All resources before it are complete.
    private var frontier = 0

    init(_ plan: DownloadPlan) {
        resources = plan.resources
        duration = plan.duration
        seconds = plan.resources.reduce(0) { $0 + $1.seconds }
    }

    var isComplete: Bool { whole.count == resources.count }
    func isWhole(_ index: Int) -> Bool { whole[index] != nil }

    mutating func note(_ index: Int, received bytes: Int) { if whole[index] == nil { partial[index] = bytes } }

    mutating func finish(_ index: Int, bytes: Int) {
        guard whole.updateValue(bytes, forKey: index) == nil else { return }
        partial[index] = nil
        wholeBytes += bytes
        wholeSeconds += resources[index].seconds
    }

    mutating func drop(_ index: Int) {
        partial[index] = nil
        guard let bytes = whole.removeValue(forKey: index) else { return }
        wholeBytes -= bytes
        wholeSeconds -= resources[index].seconds
        frontier = min(frontier, index)
    }

    /// The first resource that is neither complete nor busy.
    mutating func next(besides busy: (Int) -> Bool) -> Int? {
        while frontier < resources.count, whole[frontier] != nil { frontier += 1 }
        return (frontier..<resources.count).first { whole[$0] == nil && !busy($0) }
    }

    var progress: DownloadProgress {
        let bytes = wholeBytes + partial.values.reduce(0, +)
        var done = wholeSeconds
        for (index, bytes) in partial {
            if let length = resources[index].length, length > 0 { done += resources[index].seconds * Double(bytes) / Double(length) }
        }
        if isComplete { return DownloadProgress(bytes: bytes, seconds: duration, fraction: 1) }
        guard seconds > 0 else {
            let announced = resources.reduce(0) { $0 + ($1.announced ?? 0) }
            return DownloadProgress(bytes: bytes, fraction: announced > 0 ? min(1, Double(bytes) / Double(announced)) : 0)
        }
        let fraction = min(1, max(0, done / seconds))
        return DownloadProgress(bytes: bytes, seconds: fraction * duration, fraction: fraction)
    }
}
