// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxServiceKit

/// Runs each test of a suite on SQLite, and then on PostgreSQL, as ``RunningService`` selects.
struct OnEachDatabase: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        for make in Make.available {
            await Make.$current.withValue(make) {
                do { try await function() } catch {
                    Issue.record(error, "on \(make)")
                }
            }
        }
    }
}

extension Trait where Self == OnEachDatabase {
    static var onEachDatabase: Self { Self() }
}
