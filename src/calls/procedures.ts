import type { Ability } from "../identity/roles/roles.rule.ts";
import { readOwn } from "../identity/sessions/authenticate.ts";
import type { OwnRead } from "../identity/sessions/sessions.queries.ts";
import { answerOnce } from "./answer-once.ts";
import { type Declaration, declare, type RestPath, type Tag } from "./call.ts";
import {
  admit,
  type Guard,
  guards,
  type Permission,
  refuseToken,
  type Requirements,
} from "./guards.ts";
import { takeTurn } from "./costs.ts";
import { logRefusal, logSuccess } from "./security-events.ts";
import { t } from "./trpc.ts";

/**
 * Builds procedures that authenticate each call, receive the actor as `ctx.actor` and log security events. A mutation
 * with an `Idempotency-Key` is executed once.
 */
function procedureFor<P extends Permission>(
  permission: P,
  required: Requirements[P],
  guard: Guard<P> = guards[permission],
) {
  return t.procedure
    .meta({ permission, ...required })
    .use(async ({ ctx, path, meta = {}, getRawInput, next }) => {
      const call = { ...meta, name: path, readInput: getRawInput };
      const actor = await guard(ctx, { ...required, scope: meta.scope }).catch(
        async (error: unknown) => {
          await logRefusal(ctx, call, error);
          throw error;
        },
      );
      const restUrl = async () => restUrlOf(meta.rest, await getRawInput());
      const app = admit(ctx.app, actor, { ...required, scope: meta.scope });
      const endTurn = await takeTurn(ctx, actor, meta.cost, getRawInput).catch(
        async (error: unknown) => {
          await logRefusal(ctx, { ...call, actor }, error);
          throw error;
        },
      );
      const result = await next({ ctx: { actor, restUrl, app } }).finally(endTurn);
      if (result.ok) await logSuccess(ctx, { ...call, actor }, result.data);
      else await logRefusal(ctx, { ...call, actor }, result.error);
      return result;
    })
    .use(async ({ ctx, path, type, meta, getRawInput, next }) => {
      if (type !== "mutation") return next();
      const { actor } = ctx;
      const write = { actor, operation: path, readInput: getRawInput, isLong: meta?.isLong };
      const data = await answerOnce(ctx, write, async (app) => {
        const result = await next({ ctx: { app } });
        if (!result.ok) throw result.error;
        return result.data;
      });
      // Lacks only the marker that `next` adds to its results, because the response may be that of an earlier call.
      return { ok: true, data, ctx } as unknown as Awaited<ReturnType<typeof next>>;
    });
}

/** Returns path and query of the REST call with the same input; `undefined` if there is none. */
function restUrlOf(rest: RestPath | undefined, input: unknown): string | undefined {
  if (rest === undefined) return undefined;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const path = rest.slice(rest.indexOf("/")).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters.get(name) ?? "";
    parameters.delete(name);
    return value;
  });
  return `/api${path}?${parameters.toString()}`;
}

/**
 * Returns the kinds of calls, under a tag of the OpenAPI document. The kind says who may make a call:
 *
 * ```ts
 * const { administratorCall } = callsAbout("Payments");
 *
 * get: administratorCall("payments.read", { rest: "GET /admin/payments/{id}", … })
 *   .input(runIdInput)
 * ```
 */
export function callsAbout(tag: Tag) {
  return {
    /** For anyone, without signing in. API tokens are rejected. */
    publicCall: (declaration: Declaration = {}) => publicProcedure.meta(declare(tag, declaration)),

    /** For signed-in traders about their own records: no input names a trader. */
    traderCall: (declaration: Declaration = {}) => traderProcedure.meta(declare(tag, declaration)),

    /** For signed-in administrators whose role has the ability, and for API tokens if the call declares a scope. */
    administratorCall: (ability: Ability, declaration: Declaration = {}) =>
      administratorProcedure(ability).meta(declare(tag, declaration)),

    /** For traders and administrators about themselves, in the same way. */
    selfCall: (kind: "trader" | "administrator", declaration: Declaration = {}) =>
      selfProcedure(kind).meta(declare(tag, declaration)),

    /**
     * Like `traderCall`, but reads `ctx.own` in the same statement as the session. The statement runs before the input
     * is validated, so 401 takes precedence over an invalid input.
     */
    ownCall: <Own>(read: OwnRead<Own>, declaration: Declaration = {}) =>
      ownProcedure(read).meta(declare(tag, declaration)),
  };
}

const publicProcedure = procedureFor("anyone", {}, refuseToken);
const traderProcedure = procedureFor("trader", {});
const administratorProcedure = (ability: Ability) => procedureFor("administrator", { ability });

const selfProcedure = (
  kind: "trader" | "administrator",
): ReturnType<typeof procedureFor<"owner">> =>
  kind === "trader" ? traderProcedure : administratorProcedure("self.manage");

function ownProcedure<Own>(read: OwnRead<Own>) {
  return t.procedure
    .meta({ permission: "trader" })
    .use(async ({ ctx, path, meta = {}, getRawInput, next }) => {
      const call = { ...meta, name: path, readInput: getRawInput };
      const input = await getRawInput().catch(() => undefined);
      const answer = await refuseToken(ctx)
        .then(() => readOwn(ctx.app, ctx.cookies.read("trader"), read, input))
        .catch(async (error: unknown) => {
          await logRefusal(ctx, call, error);
          throw error;
        });
      const result = await next({ ctx: { own: answer.own } });
      const actor = { kind: "trader", trader: { id: answer.traderId } } as const;
      if (!result.ok) await logRefusal(ctx, { ...call, actor }, result.error);
      return result;
    });
}
