// SPDX-License-Identifier: Apache-2.0

// An app only needs `import Windowbox`: it re-exports the modules that the player's API uses.

@_exported public import WindowboxCaptions
@_exported public import WindowboxCodec
@_exported public import WindowboxEngine
@_exported public import WindowboxMedia
@_exported public import WindowboxPlayer
@_exported public import WindowboxStreaming
@_exported public import WindowboxTransport
