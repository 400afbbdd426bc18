import { type OwnRead, TraderSession } from "../sessions/trader-session.ts";
import { guards } from "./guards.ts";
import { logSecurityEvent, logRefusedCall } from "./security-events.ts";
import { type CallContext, t } from "./trpc.ts";

const procedure = t.procedure.use(async ({ ctx, path, getRawInput, next }) => {
  const result = await next();
  // Where it cannot be read, the call was refused for it.
  const input = await getRawInput().catch(() => undefined);
  if (result.ok) logSecurityEvent(ctx, path, input, result.data);
  else logRefusedCall(ctx, path, input, result.error);
  return result;
});

/** Anybody may call. */
export const publicProcedure = procedure.meta({ caller: "anyone" });

/** Signed-in traders may call, about themselves: `ctx.actor` is the trader. */
export const traderProcedure = procedure
  .meta({ caller: "trader" })
  .use(async ({ ctx, next }) => next({ ctx: { actor: await guards.trader(ctx) } }));

const sessionOf = ({ app, cookies, caller }: CallContext) =>
  new TraderSession(app, cookies.read("trader"), caller);

/**
 * Signed-in traders may read what is theirs: `ctx.own` is it, read by the same statement that looks for
 * the session.
 */
export function ownProcedure<Own>({ statement, present }: OwnRead<Own>) {
  return procedure.meta({ caller: "trader" }).use(async ({ ctx, next }) => {
    const { traderId, own } = await sessionOf(ctx).run(statement);
    return next({ ctx: { own: present(ctx.app, traderId, own) } });
  });
}

/** Signed-in traders may call: whatever they ask for, its statement looks for `ctx.session` itself. */
export const sessionProcedure = procedure.meta({ caller: "trader" }).use(async ({ ctx, next }) => {
  const session = sessionOf(ctx);
  const result = await next({ ctx: { session } });
  // Who is not signed in is told that, whatever else was wrong with the call.
  if (!result.ok && !session.hasLooked) await session.authenticate();
  if (session.traderId) ctx.known.actor = { kind: "trader", id: session.traderId };
  return result;
});

/** Signed-in administrators may call: `ctx.actor` is the administrator. */
export const administratorProcedure = procedure
  .meta({ caller: "administrator" })
  .use(async ({ ctx, next }) => next({ ctx: { actor: await guards.administrator(ctx) } }));
