/** Waits for a mutation whose failure its own `onError` shows. */
export async function untilSettled(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}
