// SPDX-License-Identifier: Apache-2.0
import { data, text, one, make, toast } from "./page.js";
import { call } from "./api.js";
import { route } from "./routes.js";

/** A field with an address, for browsers that don't let pages write to the clipboard. */
function field(address) {
  const input = make("input", { id: "share-address", readonly: true, "aria-label": text("share") });
  input.value = address;
  queueMicrotask(() => input.select());
  return input;
}

/**
 * Shares a video, with the browser's own dialog on phones, or else by a link in the clipboard.
 * @param path of its page
 * @param address shared if the service can't make a link
 * @param offer shows a field with the link
 * @param tell reports an event
 */
export async function shareVideo({ id, path, title, address }, offer, tell) {
  tell("fw:video:click-share");
  let link = address;
  try {
    // The link opens the video in the feed in which it was found.
    const feed = data.query ? (await call("POST", route("makeFeed"), { body: { source: data.source, page_size: 1 } })).feed_id : null;
    const body = { video_id: id, base_url: new URL(path, location.href).href, ...(feed ? { feed_id: feed } : {}) };
    link = (await call("POST", route("makeShare"), { body })).url;
  } catch { /* the page's own address opens the video too */ }
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try { await navigator.share({ url: link, title }); tell("fw:video:share"); } catch { /* it was not shared */ }
    return;
  }
  try { await navigator.clipboard.writeText(link); toast(text("copied")); } catch { one("#share-address")?.remove(); offer(field(link)); }
  tell("fw:video:share");
}
