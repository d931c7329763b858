// SPDX-License-Identifier: Apache-2.0

/// How ads come into the first of what is opened.
enum AdOption: Equatable {
    /// The player puts them there, by the VMAP or VAST at this address.
    case schedule(String)
    /// A service stitches them into the stream: the address of the service.
    case service(String)
}
