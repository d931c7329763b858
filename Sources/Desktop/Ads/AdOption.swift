// SPDX-License-Identifier: Apache-2.0

/// How ads are added to the first opened item.
enum AdOption: Equatable {
    /// Inserted by the player from a VMAP or VAST URL.
    case schedule(String)
    /// Stitched into the stream by a service at this URL.
    case service(String)
}
