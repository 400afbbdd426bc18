import superjson from "superjson";
import type { PageSession } from "../../src/http/page-session.ts";

/** Values that the server writes into the page at every request. */
function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

export const firmName = readMeta("firm-name");
/** Addresses that the firm has set; empty without one. */
export const logo = readMeta("logo");
export const termsUrl = readMeta("terms");
export const privacyUrl = readMeta("privacy");
export const supportUrl = readMeta("support");
export const partnerFragment = readMeta("partner-fragment");

/** The session at the time of the request; empty if the server could not read it. */
export const pageSession = readSession();

function readSession(): PageSession {
  const json = readMeta("session");
  return json === "" ? {} : superjson.parse<PageSession>(json);
}

/** Browsers hide the attribute from scripts; the property keeps it. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
