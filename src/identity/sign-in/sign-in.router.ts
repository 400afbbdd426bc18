import { callsAbout } from "../../calls/procedures.ts";
import { signInRefusals } from "../../calls/security-events.ts";
import type { CallContext } from "../../calls/trpc.ts";
import { message } from "../../platform/fields/fields.schema.ts";
import {
  passkeyLoginInput,
  passkeyRequest,
  traderPasskeyLoginInput,
} from "../second-factor/passkey.schema.ts";
import { requestPasskey } from "../second-factor/use-passkey.ts";
import { findAdministrator } from "../sessions/authenticate.ts";
import type { SessionKind } from "../sessions/cookies.ts";
import { endSession, type OpenedSession } from "../sessions/own-sessions.ts";
import { currentTrader } from "../users/user.schema.ts";
import { adminLoginInput, adminSession, loginInput } from "./sign-in.schema.ts";
import { signInAdministrator } from "./sign-in-administrator.ts";
import { signInTrader } from "./sign-in-trader.ts";
import { signInAdministratorWithPasskey, signInTraderWithPasskey } from "./sign-in-with-passkey.ts";

const { publicCall, traderCall } = callsAbout("Session");

/** Shortened: a browser returns some hundred characters more. */
const exampleAssertion = {
  id: "AXcYdl9v3hQ5tXQO1fG4bQ",
  rawId: "AXcYdl9v3hQ5tXQO1fG4bQ",
  type: "public-key",
  response: {
    clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
    signature: "MEUCIQDk",
    userHandle: "dHJhZGVyOjc",
  },
};

/** Writes the cookie of a new session, and ends the session that the browser had before. */
async function replaceSession(
  { app, cookies }: CallContext,
  kind: SessionKind,
  session: OpenedSession,
): Promise<void> {
  await endSession(app, cookies.read(kind));
  cookies.write(kind, session);
}

/** The calls that are the same for traders and administrators. */
function sessionCalls(kind: SessionKind) {
  const isTrader = kind === "trader";
  const prefix = isTrader ? "" : "/admin";
  const person = isTrader ? "a trader" : "an administrator";
  return {
    passkeyOptions: publicCall({
      rest: `POST ${prefix}/login/passkey-options`,
      summary: `Prepare a sign-in with a passkey as ${person}`,
      description:
        "The response is for `navigator.credentials.get()` and is the same for everyone. It is accepted once, within five minutes.",
      errors: [409, 429],
      refusalEvents: signInRefusals,
    })
      .output(passkeyRequest)
      .mutation(({ ctx }) => requestPasskey(ctx.app, ctx.caller, kind)),

    logout: publicCall({
      rest: `POST ${prefix}/logout`,
      summary: `Sign out as ${person}`,
      description: "Ends the session and removes its cookie; also succeeds without a session.",
      response: { message: "You are signed out" },
      errors: [403],
      event: "session_expired",
    })
      .output(message)
      .mutation(async ({ ctx }) => {
        await endSession(ctx.app, ctx.cookies.read(kind));
        ctx.cookies.clear(kind);
        return { message: "You are signed out" };
      }),
  };
}

const traderCalls = sessionCalls("trader");
const adminCalls = sessionCalls("administrator");

/** Signing in and out as a trader. */
export const traderSignInProcedures = {
  me: traderCall({
    rest: "GET /user",
    summary: "Get the signed-in trader",
    description:
      "Returns 401 without a valid session, so a client can tell whether it is signed in.",
  })
    .output(currentTrader)
    .query(({ ctx }) => ctx.actor.trader),

  login: publicCall({
    rest: "POST /login",
    summary: "Sign in as a trader",
    description:
      "Sets the trader's session cookie. A trader with a second factor receives 401 with `reason: second_factor_required` and the possible `methods`, and repeats the call with a `code`, or signs in with a passkey.",
    errors: [401, 403, 429],
    event: "authn_login_success",
    refusalEvents: signInRefusals,
    example: { email: "olivia.bennett@example.com", password: "correct horse", remember: true },
  })
    .input(loginInput)
    .output(currentTrader)
    .mutation(async ({ ctx, input }) => {
      const { trader, session } = await signInTrader(ctx.app, ctx.caller, input);
      await replaceSession(ctx, "trader", session);
      return trader;
    }),

  passkeyOptions: traderCalls.passkeyOptions,

  loginWithPasskey: publicCall({
    rest: "POST /login/passkey",
    summary: "Sign in with a passkey as a trader",
    description:
      "Takes what the browser returned, and sets the trader's session cookie. A passkey is both factors.",
    errors: [401, 403, 409, 429],
    event: "authn_login_success",
    refusalEvents: signInRefusals,
    example: { credential: exampleAssertion, remember: true },
  })
    .input(traderPasskeyLoginInput)
    .output(currentTrader)
    .mutation(async ({ ctx, input }) => {
      const { trader, session } = await signInTraderWithPasskey(ctx.app, ctx.caller, input);
      await replaceSession(ctx, "trader", session);
      return trader;
    }),

  logout: traderCalls.logout,
};

/** Signing in and out as an administrator. */
export const adminSignInProcedures = {
  login: publicCall({
    rest: "POST /admin/login",
    summary: "Sign in as an administrator",
    description:
      "Sets the administrator's session cookie, which lasts 8 hours. An administrator with a second factor receives 401 with `reason: second_factor_required` and the possible `methods`, and repeats the call with a `code`, or signs in with a passkey.",
    errors: [401, 429],
    event: "authn_login_success",
    refusalEvents: signInRefusals,
    example: { accessKey: "TOtOJ2MaYOWN-z4w80yiDVAk-ut372dAEwF47TkExJE" },
  })
    .input(adminLoginInput)
    .output(adminSession)
    .mutation(async ({ ctx, input }) => {
      const session = await signInAdministrator(ctx.app, ctx.caller, input);
      await replaceSession(ctx, "administrator", session);
      return { isAdmin: true };
    }),

  session: publicCall({
    rest: "GET /admin/auth",
    summary: "Check whether the caller is a signed-in administrator",
    description: "Never rejects the caller: `isAdmin` is false for everyone else.",
  })
    .output(adminSession)
    .query(async ({ ctx }) => {
      const administrator = await findAdministrator(
        ctx.app,
        ctx.cookies.read("administrator"),
        ctx.caller,
      );
      return { isAdmin: administrator !== undefined };
    }),

  passkeyOptions: adminCalls.passkeyOptions,

  loginWithPasskey: publicCall({
    rest: "POST /admin/login/passkey",
    summary: "Sign in with a passkey as an administrator",
    description:
      "Takes what the browser returned, and sets the administrator's session cookie. A passkey is both factors.",
    errors: [401, 409, 429],
    event: "authn_login_success",
    refusalEvents: signInRefusals,
    example: { credential: exampleAssertion },
  })
    .input(passkeyLoginInput)
    .output(adminSession)
    .mutation(async ({ ctx, input }) => {
      const session = await signInAdministratorWithPasskey(ctx.app, ctx.caller, input);
      await replaceSession(ctx, "administrator", session);
      return { isAdmin: true };
    }),

  logout: adminCalls.logout,
};
