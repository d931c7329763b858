// SPDX-License-Identifier: Apache-2.0

/// A control's action, assigned after the control's owner exists.
@MainActor final class Deferred {
    var run: @MainActor () -> Void = {}
}
