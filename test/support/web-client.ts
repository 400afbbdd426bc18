import { ensureClient } from "../../src/http/build-client.ts";

/** Builds the web client if its sources have changed, compressed only as much as takes no time. */
export async function setup(): Promise<void> {
  await ensureClient("fast");
}
