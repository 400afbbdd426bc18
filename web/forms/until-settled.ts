/** Awaits a mutation whose failure is shown by its own `onError`. */
export async function untilSettled(call: Promise<unknown>): Promise<void> {
  await call.catch(() => undefined);
}
