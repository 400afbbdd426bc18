import type { AnyTRPCProcedure } from "@trpc/server";
import type { ThrottleName } from "../platform/throttle/throttle.ts";
import type { CallContext } from "./trpc.ts";

interface Attempt<Call, Input> {
  ctx: Call;
  input: Input;
}

type Next<Result> = () => Promise<Result>;

const limits = new WeakSet<object>();

/**
 * Limits the attempts at a call: `.input(…).use(limitAttempts("resetMailByAccount", ({ input }) => input.email))`. It
 * follows the input, so that invalid inputs do not count.
 * @param keyOf returns whose attempts are counted together; `undefined` if the attempt does not count
 * @param refund subtracts attempts that succeed, so that only refused ones count
 */
export function limitAttempts<Call extends CallContext, Input, Result extends { ok: boolean }>(
  name: ThrottleName,
  keyOf: (attempt: Attempt<Call, Input>) => string | undefined,
  { refund = false } = {},
) {
  const limit = async ({ ctx, input, next }: Attempt<Call, Input> & { next: Next<Result> }) => {
    const key = keyOf({ ctx, input });
    if (key === undefined) return next();
    const { throttle } = ctx.app;
    await throttle.consume(name, key);
    const result = await next();
    if (result.ok && refund) await throttle.refund(name, key);
    return result;
  };
  limits.add(limit);
  return limit;
}

/** Returns whether the attempts at a procedure are limited by `limitAttempts`. */
export function hasLimit(procedure: AnyTRPCProcedure): boolean {
  const { middlewares } = procedure._def as unknown as { middlewares: object[] };
  return middlewares.some((middleware) => limits.has(middleware));
}
