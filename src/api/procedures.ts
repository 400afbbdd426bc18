import type { AdministratorActor } from "../sessions/actor.ts";
import { authenticateAdministrator, authenticateTrader } from "../sessions/authenticate.ts";
import { tellDone, tellRefused } from "./security-events.ts";
import { type CallContext, t } from "./trpc.ts";

const procedure = t.procedure.use(async ({ ctx, path, getRawInput, next }) => {
  const result = await next();
  // Where it cannot be read, the call was refused for it.
  const input = await getRawInput().catch(() => undefined);
  if (result.ok) tellDone(ctx, path, input, result.data);
  else tellRefused(ctx, path, input, result.error);
  return result;
});

/** Anybody may call. */
export const publicProcedure = procedure;

/** Signed-in traders may call, about themselves: `ctx.actor` is the trader. */
export const traderProcedure = procedure.use(async ({ ctx, next }) => {
  const actor = await authenticateTrader(ctx.app, ctx.cookies.read("trader"));
  ctx.known.actor = actor;
  return next({ ctx: { ...ctx, actor } });
});

/** Signed-in administrators may call: `ctx.actor` is the administrator. */
export const administratorProcedure = procedure.use(async ({ ctx, next }) => {
  return next({ ctx: { ...ctx, actor: await requireAdministrator(ctx) } });
});

/** @throws RefusalError where the caller is no administrator */
export async function requireAdministrator(call: CallContext): Promise<AdministratorActor> {
  const { app, cookies, known } = call;
  const actor = await authenticateAdministrator(app, {
    administrator: cookies.read("administrator"),
    trader: cookies.read("trader"),
  });
  known.actor = actor;
  return actor;
}
