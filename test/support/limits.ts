import type { ThrottleName } from "../../src/platform/throttle/throttle.ts";
import type { TestApp } from "./app.ts";

/** Counts attempts as the calls do that make them, without making them. */
export async function countAttempts(
  { context }: TestApp,
  name: ThrottleName,
  key: string,
  attempts: number,
): Promise<void> {
  for (let count = 0; count < attempts; count += 1) await context.throttle.consume(name, key);
}
