/** Waits for a mutation and ignores its failure, which the mutation's own `onError` shows. */
export async function untilSettled(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}
