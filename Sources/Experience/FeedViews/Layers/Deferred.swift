// SPDX-License-Identifier: Apache-2.0

/// What a control does, settled once whatever it is a part of is there.
@MainActor final class Deferred {
    var run: @MainActor () -> Void = {}
}
