// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_TRACK_H
#define WINDOWBOX_TRACK_H

#include <windowbox/windowbox-types.h>

G_BEGIN_DECLS

#define WINDOWBOX_TYPE_TRACK (windowbox_track_get_type())
/**
 * WindowboxTrack:
 *
 * An audio track, or subtitles in one language. It never changes.
 */
G_DECLARE_FINAL_TYPE(WindowboxTrack, windowbox_track, WINDOWBOX, TRACK, GObject)

const char *windowbox_track_get_name(WindowboxTrack *self);
const char *windowbox_track_get_language(WindowboxTrack *self);
gboolean windowbox_track_is_default(WindowboxTrack *self);
gboolean windowbox_track_is_description(WindowboxTrack *self);

G_END_DECLS

#endif
