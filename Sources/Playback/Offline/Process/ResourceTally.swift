// SPDX-License-Identifier: Apache-2.0

/// Tracks which resources of a plan are complete, and the progress of the others.
struct ResourceTally: Sendable {
    private let resources: [DownloadedResource]
    private let seconds: Double
    private let duration: Double
    private var complete: [Int: Int] = [:]
    private var partial: [Int: Int] = [:]
    private var completeBytes = 0
    private var completeSeconds = 0.0
    /// All resources before it are complete.
    private var firstIncomplete = 0

    init(_ plan: DownloadPlan) {
        resources = plan.resources
        duration = plan.duration
        seconds = plan.resources.reduce(0) { $0 + $1.seconds }
    }

    var isComplete: Bool { complete.count == resources.count }
    func isWhole(_ index: Int) -> Bool { complete[index] != nil }

    mutating func note(_ index: Int, received bytes: Int) { if complete[index] == nil { partial[index] = bytes } }

    mutating func finish(_ index: Int, bytes: Int) {
        guard complete.updateValue(bytes, forKey: index) == nil else { return }
        partial[index] = nil
        completeBytes += bytes
        completeSeconds += resources[index].seconds
    }

    mutating func drop(_ index: Int) {
        partial[index] = nil
        guard let bytes = complete.removeValue(forKey: index) else { return }
        completeBytes -= bytes
        completeSeconds -= resources[index].seconds
        firstIncomplete = min(firstIncomplete, index)
    }

    /// The first resource that is neither complete nor busy.
    mutating func next(besides busy: (Int) -> Bool) -> Int? {
        while firstIncomplete < resources.count, complete[firstIncomplete] != nil { firstIncomplete += 1 }
        return (firstIncomplete..<resources.count).first { complete[$0] == nil && !busy($0) }
    }

    var progress: DownloadProgress {
        let bytes = completeBytes + partial.values.reduce(0, +)
        var done = completeSeconds
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
