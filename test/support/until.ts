import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls until a condition holds.
 * @param what the condition in words, for the message of a timeout
 */
export async function waitUntil(
  what: string,
  holds: () => unknown,
  timeout: { milliseconds: number } = { milliseconds: 180_000 },
): Promise<void> {
  const deadline = Date.now() + timeout.milliseconds;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting until ${what}`);
    await sleep(25);
  }
}
