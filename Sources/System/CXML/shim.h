// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libxml/xmlversion.h>
// Debian's headers bring in ICU's, whose types Foundation has too, of another version: a target that sees both doesn't compile. What
// is left out is the end of a structure that only libxml2 itself reads.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
