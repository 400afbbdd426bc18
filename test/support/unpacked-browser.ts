import { findChromium } from "./chromium.ts";

/** Unpacks the browser before test files start it: one that is still being written cannot be started. */
export async function setup(): Promise<void> {
  await findChromium();
}
