// SPDX-License-Identifier: Apache-2.0
import { data } from "./page.js";
import { route } from "./routes.js";

/** The service refused a request, or could not be reached (status 0). */
class ServiceError extends Error {
  constructor(status, error) {
    super(error?.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error?.code ?? "unreachable";
    this.field = error?.field;
  }
}

/** Milliseconds after which an unanswered request counts as failed. */
const timeout = 30000;

/**
 * Sends one request.
 * @returns the JSON of the response; null without any
 * @throws a ServiceError, or an AbortError when the signal was aborted
 */
async function request(method, path, { token, body, headers = {}, signal = AbortSignal.timeout?.(timeout), keepalive } = {}) {
  const fields = { ...headers };
  if (token) fields.Authorization = `Bearer ${token}`;
  if (body !== undefined) fields["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers: fields, body: body === undefined ? undefined : JSON.stringify(body), signal, keepalive });
  } catch (error) { throw error.name === "AbortError" ? error : new ServiceError(0, null); }
  const isJSON = (response.headers.get("Content-Type") ?? "").includes("json");
  const value = isJSON ? await response.json().catch(() => null) : null;
  if (!response.ok) throw new ServiceError(response.status, value?.error);
  return value;
}

// Without storage (such as in a frame of a strict browser) a guest lasts as long as the page.
function stored(name) { try { return localStorage.getItem(name); } catch { return null; } }
function store(name, value) { try { localStorage.setItem(name, value); } catch { /* it lasts as long as the page */ } }

export function uniqueID() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64; b[8] = (b[8] & 63) | 128;
  const hex = [...b].map((n) => n.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// One token serves all pages of a tab until it expires.
const storageKey = `windowbox-guest-${data.app}`;
const secretKey = `windowbox-guest-secret-${data.app}`;
let guest = null;
let pendingToken = null;
try { guest = JSON.parse(sessionStorage.getItem(storageKey)); } catch { /* a new one is requested */ }

/** The guest's token, requested once, and again shortly before it expires. */
export async function guestToken() {
  if (guest && guest.until > Date.now()) return guest.token;
  pendingToken ??= (async () => {
    const device = stored("windowbox-device") ?? uniqueID();
    store("windowbox-device", device);
    const proof = stored(secretKey) ?? undefined;
    const issued = await request("POST", route("authenticateGuest"), { body: { app_id: data.app, package_id: data.package, device_id: device, guest_secret: proof } });
    if (issued.guest_secret) store(secretKey, issued.guest_secret);
    guest = { token: issued.access_token, until: Date.now() + (issued.expires_in - 30) * 1000 };
    try { sessionStorage.setItem(storageKey, JSON.stringify(guest)); } catch { /* it lasts as long as the page */ }
    return guest.token;
  })().finally(() => { pendingToken = null; });
  return pendingToken;
}

/** The token if it is known already, for requests while the page is closing; otherwise null. */
export const knownToken = () => (guest && guest.until > Date.now() ? guest.token : null);

/** A request as the guest. When the token is refused, the request is repeated once with a new one. */
export async function call(method, path, options = {}) {
  try {
    return await request(method, path, { ...options, token: await guestToken() });
  } catch (error) {
    if (error.status !== 401 || !guest) throw error;
    guest = null;
    return await request(method, path, { ...options, token: await guestToken() });
  }
}
