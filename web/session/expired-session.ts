import { createStore } from "../state/store.ts";

/**
 * Set when the server no longer knows a session that this page still shows. The page stays as it
 * is, so that nothing typed is lost, and asks to sign in again on top of it.
 */
export const expiredSession = createStore<"trader" | "admin" | null>(null);
