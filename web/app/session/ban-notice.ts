import { createStore } from "../store.ts";

export interface BanNotice {
  message: string;
  reason: string | null;
}

/** The reason for a refused sign-in; shown on the sign-in screen until the next sign-in. */
export const banNotice = createStore<BanNotice | null>(null);
