/** Waits for a mutation whose failure its own `onError` shows. */
export async function settled(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}
