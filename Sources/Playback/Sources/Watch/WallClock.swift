// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Provides the date and waits for dates, controlled by the system or by a test.
public struct WallClock: Sendable {
    /// The current date.
    public let now: @Sendable () -> Date
    /// Returns at the date, at once if it has passed; throws if its task is cancelled.
    public let sleep: @Sendable (_ until: Date) async throws -> Void

    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The date of this machine.
    public static let system = WallClock(
        now: { Date() }, sleep: { try await Task.sleep(for: .seconds(max($0.timeIntervalSinceNow, 0))) })
}
