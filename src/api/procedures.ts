import type { AdministratorActor } from "../sessions/actor.ts";
import { authenticateAdministrator, authenticateTrader } from "../sessions/authenticate.ts";
import { type CallContext, t } from "./trpc.ts";

/** Anybody may call. */
export const publicProcedure = t.procedure;

/** Signed-in traders may call, about themselves: `ctx.actor` is the trader. */
export const traderProcedure = t.procedure.use(async ({ ctx, next }) => {
  const actor = await authenticateTrader(ctx.app, ctx.cookies.read("trader"), ctx.caller);
  return next({ ctx: { ...ctx, actor } });
});

/** Signed-in administrators may call: `ctx.actor` is the administrator. */
export const administratorProcedure = t.procedure.use(async ({ ctx, next }) => {
  return next({ ctx: { ...ctx, actor: await requireAdministrator(ctx) } });
});

/** @throws RefusalError where the caller is no administrator */
export function requireAdministrator({
  app,
  cookies,
  caller,
}: CallContext): Promise<AdministratorActor> {
  const tokens = {
    administrator: cookies.read("administrator"),
    trader: cookies.read("trader"),
  };
  return authenticateAdministrator(app, tokens, caller);
}
