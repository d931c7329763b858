// SPDX-License-Identifier: Apache-2.0

/// How a new seek treats one in progress.
public enum SeekPolicy: Hashable, Sendable {
    /// Lets it show its frame, then seeks to the latest target; those in between are dropped. For sliders.
    case smooth
    /// Replaces it.
    case immediate
}

/// The result of a seek.
public enum SeekResult: Hashable, Sendable {
    /// Playback continues from the target.
    case finished
    /// A later seek or another item replaced it.
    case superseded
    /// There was nothing to seek in, or nothing to show at the target.
    case refused
}
