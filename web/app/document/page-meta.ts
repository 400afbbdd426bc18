import superjson from "superjson";
import type { PageSession } from "../../../src/http/page-session.ts";
import { useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { createStore, useStore } from "../store.ts";

/** Reads a value that the server writes into the page on every request. */
function readMeta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

export const firmName = readMeta("firm-name");
/** URLs that the firm has configured; empty if not set. */
export const logo = readMeta("logo");
export const termsUrl = readMeta("terms");
export const privacyUrl = readMeta("privacy");
export const supportUrl = readMeta("support");
export const partnerFragment = readMeta("partner-fragment");

/**
 * Returns the session at the time of the request; empty if the server could not read it. Removes it from the page, which
 * may stay open for another trader.
 */
export function takePageSession(): PageSession {
  const json = readMeta("session");
  document.querySelector('meta[name="session"]')?.remove();
  return json === "" ? {} : superjson.parse<PageSession>(json);
}

/** Browsers hide the attribute's value from scripts, but not the property's. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

/** Reloads the page, whose metadata is as of its last load, without the dialog that is open. */
export function reloadPage(): void {
  window.location.replace(window.location.pathname);
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Shown in the browser's tab before the firm's name. */
    title?: string;
  }
}

/** The name of the person or thing that the current page is about. */
const subject = createStore<string | undefined>(undefined);

export function usePageTitle() {
  const general = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const title = useStore(subject) ?? general;
  useEffect(() => {
    document.title = title ? `${title} · ${firmName}` : firmName;
  }, [title]);
}

/** Sets the page's title to a name that is only known once the page has loaded. */
export function useSubjectTitle(name: string) {
  useEffect(() => {
    subject.set(name);
    return () => subject.set(undefined);
  }, [name]);
}
