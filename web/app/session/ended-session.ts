import { createStore } from "../store.ts";

/**
 * Set when the session that this page still shows has ended on the server. The page stays as it is, so that no input is
 * lost, and asks the user to sign in again on top of it.
 */
export const expiredSession = createStore<"trader" | "admin" | null>(null);

interface BanNotice {
  message: string;
  reason: string | null;
}

/** The reason for a refused sign-in; shown on the sign-in screen until the next sign-in. */
export const banNotice = createStore<BanNotice | null>(null);
