import { type OwnRead, TraderSession } from "../sessions/trader-session.ts";
import { guards, type Permission } from "./guards.ts";
import { logRefusal, logSuccess } from "./security-events.ts";
import { type CallContext, t } from "./trpc.ts";

/** Procedures that authenticate each call, receive the actor as `ctx.actor` and log security events. */
function procedureFor<P extends Permission>(permission: P) {
  return t.procedure
    .meta({ permission })
    .use(async ({ ctx, path, meta = {}, getRawInput, next }) => {
      const call = { ...meta, name: path, readInput: getRawInput };
      const actor = await guards[permission](ctx).catch(async (error: unknown) => {
        await logRefusal(ctx, call, error);
        throw error;
      });
      const result = await next({ ctx: { actor } });
      if (result.ok) await logSuccess(ctx, { ...call, actor }, result.data);
      else await logRefusal(ctx, { ...call, actor }, result.error);
      return result;
    });
}

/** Anyone may call. */
export const publicProcedure = procedureFor("anyone");

/** Signed-in traders may call, about their own records only: no input names a trader. */
export const traderProcedure = procedureFor("trader");

/** Signed-in administrators may call. */
export const administratorProcedure = procedureFor("administrator");

const sessionOf = ({ app, cookies, caller }: CallContext) =>
  new TraderSession(app, cookies.read("trader"), caller);

/** As `traderProcedure`, with `ctx.own` read by the statement that finds the session. */
export function ownProcedure<Own>({ statement, present }: OwnRead<Own>) {
  return t.procedure
    .meta({ permission: "trader" })
    .use(async ({ ctx, path, meta = {}, getRawInput, next }) => {
      const call = { ...meta, name: path, readInput: getRawInput };
      const { traderId, own } = await sessionOf(ctx)
        .run(statement)
        .catch(async (error: unknown) => {
          await logRefusal(ctx, call, error);
          throw error;
        });
      return next({ ctx: { own: present(ctx.app, traderId, own) } });
    });
}

/** As `traderProcedure`, with statements that find `ctx.session` themselves. */
export const sessionProcedure = t.procedure
  .meta({ permission: "trader" })
  .use(async ({ ctx, path, meta = {}, getRawInput, next }) => {
    const session = sessionOf(ctx);
    const result = await next({ ctx: { session } });
    // 401 takes precedence over any other refusal.
    if (!result.ok && !session.hasLooked) await session.authenticate();
    const actor = session.traderId
      ? ({ kind: "trader", trader: { id: session.traderId } } as const)
      : undefined;
    const call = { ...meta, name: path, readInput: getRawInput, actor };
    if (!result.ok) await logRefusal(ctx, call, result.error);
    return result;
  });
