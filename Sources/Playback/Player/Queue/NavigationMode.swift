// SPDX-License-Identifier: Apache-2.0

/// What ``Player/returnToPreviousItem()`` does.
public enum NavigationMode: Hashable, Sendable {
    /// Goes to the previous item.
    case immediate
    /// Goes back to the start of an on-demand item that is at least this many seconds in; otherwise goes to the previous item.
    case smart(interval: Double = 3)
}

/// Decides where going back leads.
enum NavigationRule {
    enum Return: Equatable { case toStart, toPreviousItem, nowhere }

    /// - Parameter elapsed: seconds from the start of the seekable range to the current time.
    static func onReturn(
        _ mode: NavigationMode, hasPrevious: Bool, streamType: StreamType, elapsed: Double?
    ) -> Return {
        switch mode {
        case .immediate: hasPrevious ? .toPreviousItem : .nowhere
        case .smart(let interval):
            if streamType == .onDemand, let elapsed, elapsed >= interval {
                .toStart
            } else {
                hasPrevious ? .toPreviousItem : .toStart
            }
        }
    }

    static func canReturn(_ mode: NavigationMode, hasPrevious: Bool, streamType: StreamType) -> Bool {
        switch mode {
        case .immediate: hasPrevious
        case .smart: hasPrevious || streamType == .onDemand
        }
    }
}
