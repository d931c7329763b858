// SPDX-License-Identifier: Apache-2.0
#pragma once
// Debian's libxml2 draws in the headers of ICU for its converters, which nobody here uses; Foundation brings other ones of its own,
// and no Swift module may see both.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
