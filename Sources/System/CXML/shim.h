// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libxml/xmlversion.h>
// Only the innards of a conversion differ with it, and Foundation has another ICU: one compilation can't see both.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
