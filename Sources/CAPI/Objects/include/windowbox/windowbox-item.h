// SPDX-License-Identifier: Apache-2.0

#ifndef WINDOWBOX_ITEM_H
#define WINDOWBOX_ITEM_H

#include <windowbox/windowbox-types.h>

G_BEGIN_DECLS

#define WINDOWBOX_TYPE_ITEM (windowbox_item_get_type())
/**
 * WindowboxItem:
 *
 * A file or stream that a player plays. What is set after the item was added to a player has no effect there.
 */
G_DECLARE_FINAL_TYPE(WindowboxItem, windowbox_item, WINDOWBOX, ITEM, GObject)

WindowboxItem *windowbox_item_new(const char *uri);
WindowboxItem *windowbox_item_new_for_file(GFile *file);
const char *windowbox_item_get_uri(WindowboxItem *self);
const char *windowbox_item_get_title(WindowboxItem *self);
void windowbox_item_set_title(WindowboxItem *self, const char *title);
double windowbox_item_get_start_position(WindowboxItem *self);
void windowbox_item_set_start_position(WindowboxItem *self, double position);
void windowbox_item_add_header(WindowboxItem *self, const char *name, const char *value);

G_END_DECLS

#endif
