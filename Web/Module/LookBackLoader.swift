// SPDX-License-Identifier: Apache-2.0

/// Takes the place of the session's value of this name: a page doesn't show subtitles that are images.
struct LookBackLoader {
    mutating func request(before time: Double?, _ out: inout SessionOutput) {}
    mutating func finished() {}
    mutating func failed(_ failure: LoadFailure, _ loader: inout StreamLoader) {}
    mutating func pump(_ loader: inout StreamLoader) {}
}
