// SPDX-License-Identifier: Apache-2.0

/// Whether interlaced frames are deinterlaced.
public enum Deinterlacing: String, Hashable, Sendable, CaseIterable, Codable {
    /// Frames are shown as decoded. Motion shows combing.
    case off
    /// Deinterlaces frames that the stream marks as interlaced.
    case automatic
    /// Deinterlaces all frames, for streams that are marked wrongly.
    case always
}

/// How many frames are made of an interlaced one.
public enum FieldOutput: Hashable, Sendable {
    /// One for each field, at its own time.
    case fields
    /// One for both.
    case frame
    /// One made from a single field. For a frame decoded without its neighbours, which would show motion as combing.
    case still
}
