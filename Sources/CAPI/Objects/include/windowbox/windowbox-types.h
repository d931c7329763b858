// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_TYPES_H
#define WINDOWBOX_TYPES_H

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WindowboxState:
 * @WINDOWBOX_STATE_IDLE: there is no item, or it isn't loaded yet
 * @WINDOWBOX_STATE_PAUSED: the item is loaded and stands still
 * @WINDOWBOX_STATE_PLAYING: the item plays, or waits for data to go on: see #WindowboxPlayer:buffering
 * @WINDOWBOX_STATE_ENDED: the last item has played to its end; it can still be sought
 * @WINDOWBOX_STATE_FAILED: the item can't be played: see #WindowboxPlayer:error
 *
 * What a player does. Values may be added.
 */
typedef enum {
    WINDOWBOX_STATE_IDLE,
    WINDOWBOX_STATE_PAUSED,
    WINDOWBOX_STATE_PLAYING,
    WINDOWBOX_STATE_ENDED,
    WINDOWBOX_STATE_FAILED
} WindowboxState;

/**
 * WindowboxSeekMode:
 * @WINDOWBOX_SEEK_MODE_EXACT: shows exactly the frame of that time
 * @WINDOWBOX_SEEK_MODE_FAST: goes to the position nearby that is quickest to reach
 *
 * How exact a seek is.
 */
typedef enum { WINDOWBOX_SEEK_MODE_EXACT, WINDOWBOX_SEEK_MODE_FAST } WindowboxSeekMode;

/**
 * WindowboxPixelLayout:
 * @WINDOWBOX_PIXEL_LAYOUT_RGB: three bytes: red, green, blue
 * @WINDOWBOX_PIXEL_LAYOUT_RGBA: four bytes: red, green, blue, and alpha, which is 255
 * @WINDOWBOX_PIXEL_LAYOUT_BGRA: four bytes: blue, green, red and alpha; on little-endian machines Cairo's ARGB32
 *
 * The bytes of a pixel, in memory order.
 */
typedef enum { WINDOWBOX_PIXEL_LAYOUT_RGB, WINDOWBOX_PIXEL_LAYOUT_RGBA, WINDOWBOX_PIXEL_LAYOUT_BGRA } WindowboxPixelLayout;

/**
 * WindowboxError:
 * @WINDOWBOX_ERROR_FAILED: another reason, which the message states
 * @WINDOWBOX_ERROR_NOT_FOUND: there is nothing at the URI
 * @WINDOWBOX_ERROR_FORBIDDEN: the server refuses access to this user
 * @WINDOWBOX_ERROR_REFUSED: the player may not use the URI, such as plain HTTP without #WindowboxPlayer:allow-plain-http
 * @WINDOWBOX_ERROR_INVALID_ADDRESS: the URI is empty or invalid, or its scheme isn't supported
 * @WINDOWBOX_ERROR_NETWORK: no connection, or no answer in time
 * @WINDOWBOX_ERROR_MALFORMED: the resource isn't media, or is damaged
 * @WINDOWBOX_ERROR_UNSUPPORTED: the media can't be decoded or decrypted on this system
 * @WINDOWBOX_ERROR_KEY: the key of encrypted media is missing
 * @WINDOWBOX_ERROR_UNAVAILABLE: the media isn't available for another reason
 * @WINDOWBOX_ERROR_STUCK: playback doesn't advance although nothing failed
 * @WINDOWBOX_ERROR_SEEK_REFUSED: there is nothing to seek in, or the position isn't a number
 * @WINDOWBOX_ERROR_SEEK_SUPERSEDED: a later seek or another item took over
 * @WINDOWBOX_ERROR_NO_SUCH_TRACK: the item has no track with this index
 * @WINDOWBOX_ERROR_WRONG_THREAD: the call was made on another thread than the program's main thread
 * @WINDOWBOX_ERROR_CONVERSION: a frame can't be converted
 * @WINDOWBOX_ERROR_UNTRUSTED: the server's certificate is expired, unknown, or for another name
 *
 * Codes of the domain %WINDOWBOX_ERROR. The message states cause, location and remedy in English. Values may be added.
 */
typedef enum {
    WINDOWBOX_ERROR_FAILED,
    WINDOWBOX_ERROR_NOT_FOUND,
    WINDOWBOX_ERROR_FORBIDDEN,
    WINDOWBOX_ERROR_REFUSED,
    WINDOWBOX_ERROR_INVALID_ADDRESS,
    WINDOWBOX_ERROR_NETWORK,
    WINDOWBOX_ERROR_MALFORMED,
    WINDOWBOX_ERROR_UNSUPPORTED,
    WINDOWBOX_ERROR_KEY,
    WINDOWBOX_ERROR_UNAVAILABLE,
    WINDOWBOX_ERROR_STUCK,
    WINDOWBOX_ERROR_SEEK_REFUSED,
    WINDOWBOX_ERROR_SEEK_SUPERSEDED,
    WINDOWBOX_ERROR_NO_SUCH_TRACK,
    WINDOWBOX_ERROR_WRONG_THREAD,
    WINDOWBOX_ERROR_CONVERSION,
    WINDOWBOX_ERROR_UNTRUSTED
} WindowboxError;

/**
 * WINDOWBOX_ERROR:
 *
 * The domain of all errors of this library.
 */
#define WINDOWBOX_ERROR (windowbox_error_quark())
GQuark windowbox_error_quark(void);

#define WINDOWBOX_TYPE_STATE (windowbox_state_get_type())
GType windowbox_state_get_type(void);
#define WINDOWBOX_TYPE_SEEK_MODE (windowbox_seek_mode_get_type())
GType windowbox_seek_mode_get_type(void);
#define WINDOWBOX_TYPE_PIXEL_LAYOUT (windowbox_pixel_layout_get_type())
GType windowbox_pixel_layout_get_type(void);
#define WINDOWBOX_TYPE_ERROR (windowbox_error_get_type())
GType windowbox_error_get_type(void);

/**
 * WINDOWBOX_TRACK_OFF:
 *
 * Selects no subtitles.
 */
#define WINDOWBOX_TRACK_OFF (-1)
/**
 * WINDOWBOX_TRACK_AUTOMATIC:
 *
 * Lets the player select what suits the user's languages.
 */
#define WINDOWBOX_TRACK_AUTOMATIC (-2)

G_END_DECLS

#endif
