import { type OwnRead, readOwn } from "../sessions/authenticate.ts";
import { guards } from "./guards.ts";
import { tellDone, tellRefused } from "./security-events.ts";
import { t } from "./trpc.ts";

const procedure = t.procedure.use(async ({ ctx, path, getRawInput, next }) => {
  const result = await next();
  // Where it cannot be read, the call was refused for it.
  const input = await getRawInput().catch(() => undefined);
  if (result.ok) tellDone(ctx, path, input, result.data);
  else tellRefused(ctx, path, input, result.error);
  return result;
});

/** Anybody may call. */
export const publicProcedure = procedure.meta({ caller: "anyone" });

/** Signed-in traders may call, about themselves: `ctx.actor` is the trader. */
export const traderProcedure = procedure
  .meta({ caller: "trader" })
  .use(async ({ ctx, next }) => next({ ctx: { ...ctx, actor: await guards.trader(ctx) } }));

/**
 * Signed-in traders may read what is theirs: `ctx.own` is it, read by the same statement that checks
 * the session.
 */
export function ownProcedure<Own>(read: OwnRead<Own>) {
  return procedure
    .meta({ caller: "trader" })
    .use(async ({ ctx, next }) =>
      next({ ctx: { ...ctx, own: await readOwn(ctx.app, ctx.cookies.read("trader"), read) } }),
    );
}

/** Signed-in administrators may call: `ctx.actor` is the administrator. */
export const administratorProcedure = procedure
  .meta({ caller: "administrator" })
  .use(async ({ ctx, next }) => next({ ctx: { ...ctx, actor: await guards.administrator(ctx) } }));
