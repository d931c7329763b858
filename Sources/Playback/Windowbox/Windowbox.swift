// SPDX-License-Identifier: Apache-2.0

// `import Windowbox` is all that an app needs to play: these are the modules that the player's interface names.

@_exported public import WindowboxCaptions
@_exported public import WindowboxCodec
@_exported public import WindowboxEngine
@_exported public import WindowboxMedia
@_exported public import WindowboxPlayer
@_exported public import WindowboxStreaming
@_exported public import WindowboxTransport
