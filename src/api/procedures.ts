import { guards } from "./guards.ts";
import { t } from "./trpc.ts";

/** Anybody may call. */
export const publicProcedure = t.procedure.meta({ caller: "anyone" });

/** Signed-in traders may call, about themselves: `ctx.actor` is the trader. */
export const traderProcedure = t.procedure
  .meta({ caller: "trader" })
  .use(async ({ ctx, next }) => next({ ctx: { ...ctx, actor: await guards.trader(ctx) } }));

/** Signed-in administrators may call: `ctx.actor` is the administrator. */
export const administratorProcedure = t.procedure
  .meta({ caller: "administrator" })
  .use(async ({ ctx, next }) => next({ ctx: { ...ctx, actor: await guards.administrator(ctx) } }));
