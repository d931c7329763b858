// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

extension VASTLinear {
    /// The icons visible at a time, each with its index for ``AdTracking/Event/icon(_:)``; only the first one per program.
    ///
    /// - Parameters:
    ///   - position: of the ad, in seconds.
    ///   - length: duration of the ad, in seconds.
    public func icons(at position: Double, of length: Double) -> [(index: Int, icon: VASTIcon)] {
        var programs: Set<String> = []
        return icons.enumerated().filter { _, icon in
            let start = icon.offset ?? 0
            guard position >= start, position < icon.duration.map({ start + $0 }) ?? max(length, start) else { return false }
            return icon.program.map { programs.insert($0.lowercased()).inserted } ?? true
        }.map { ($0.offset, $0.element) }
    }
}
