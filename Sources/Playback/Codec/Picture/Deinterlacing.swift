// SPDX-License-Identifier: Apache-2.0

/// Whether pictures that consist of two fields, taken one after the other, are made into whole pictures.
public enum Deinterlacing: String, Hashable, Sendable, CaseIterable, Codable {
    /// Pictures are shown as they are decoded: what moves has combs.
    case off
    /// Those that their stream marks as interlaced.
    case automatic
    /// All, for streams that mark theirs wrongly.
    case always
}

/// How many pictures come of an interlaced one.
public enum FieldOutput: Hashable, Sendable {
    /// One for each field, at its time.
    case fields
    /// One for both.
    case frame
    /// One, made of one field alone: for a picture whose neighbours are not decoded, which would show what moves.
    case still
}
