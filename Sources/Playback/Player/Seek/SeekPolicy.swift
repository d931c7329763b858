// SPDX-License-Identifier: Apache-2.0

/// What a seek does to one that is under way.
public enum SeekPolicy: Hashable, Sendable {
    /// Lets it show its picture, then goes to the latest target; those in between are dropped. For sliders.
    case smooth
    /// Takes its place.
    case immediate
}

/// How a seek ended.
public enum SeekResult: Hashable, Sendable {
    /// Playing goes on from there.
    case finished
    /// A later seek, or another item, took over.
    case superseded
    /// There was nothing to seek in, or nothing to show there.
    case refused
}
