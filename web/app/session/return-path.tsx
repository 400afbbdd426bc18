import { Navigate, useRouter, type HistoryState } from "@tanstack/react-router";
import { useState } from "react";
import { expiredSession } from "./ended-session.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page that required the sign-in. In the history and not in the URL, so that no link can set it. */
    returnPath?: string;
  }
}

type Area = "trader" | "admin";

/** Returns the state of a redirect to the sign-in screen, which then leads back to `href`. */
export function returningTo(href: string): HistoryState {
  return href === "/" ? {} : { returnPath: href };
}

/** Any origin; only its host matters. */
const origin = "https://this.invalid";

/** @returns a path with its search and hash; `undefined` if it leads to another origin or to the other area */
export function readReturnPath(returnPath: unknown, area: Area): string | undefined {
  if (typeof returnPath !== "string" || !URL.canParse(returnPath, origin)) return undefined;
  const url = new URL(returnPath, origin);
  const { pathname } = url;
  const isPath = returnPath.startsWith("/") && url.origin === origin && !pathname.startsWith("//");
  const isAdminPath = /^\/admin(?:\/|$)/i.test(pathname);
  if (!isPath || isAdminPath !== (area === "admin")) return undefined;
  return pathname + url.search + url.hash;
}

/** Returns where a sign-in on this screen leads: to the page that required it, or else to `start`. */
export function useReturnPath(area: Area, start: string): string {
  const router = useRouter();
  // Later, the location is already that of the page.
  const [path] = useState(() => readReturnPath(router.state.location.state.returnPath, area));
  return path ?? start;
}

/**
 * Replaces a page whose session is over by the sign-in screen, which leads back to it if the session has expired, but
 * not after a sign-out or a ban.
 */
export function ToSignIn({ area }: { area: Area }) {
  const router = useRouter();
  // Later, the location is already that of the sign-in screen.
  const [state] = useState(() =>
    expiredSession.get() === area ? returningTo(router.state.location.href) : {},
  );
  return <Navigate to="/auth" replace state={state} />;
}
