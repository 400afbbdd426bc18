import { createStore } from "../state/store.ts";

export interface BanNotice {
  message: string;
  reason: string | null;
}

/** Why the trader was turned away; the sign-in screen shows it until somebody signs in. */
export const banNotice = createStore<BanNotice | null>(null);
