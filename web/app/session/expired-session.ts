import { createStore } from "../store.ts";

/**
 * Set when the session that this page still shows has ended on the server. The page stays as it is, so that no input is
 * lost, and asks the user to sign in again on top of it.
 */
export const expiredSession = createStore<"trader" | "admin" | null>(null);
