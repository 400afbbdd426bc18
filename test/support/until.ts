import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits for something to become true, however long this machine takes within reason.
 * @param what completes the sentence "It did not happen that …"
 */
export async function waitUntil(
  what: string,
  holds: () => unknown,
  patience: { milliseconds: number } = { milliseconds: 90_000 },
): Promise<void> {
  const deadline = Date.now() + patience.milliseconds;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen that ${what}`);
    await sleep(25);
  }
}
