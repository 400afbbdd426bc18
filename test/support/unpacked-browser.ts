import { findChromium } from "./chromium.ts";

/** Unpacks the browser before the tests, because parallel test files would start it while it is being written. */
export async function setup(): Promise<void> {
  await findChromium();
}
