import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import { DAY, SECOND } from "../../platform/time/durations.rule.ts";

/** The longest time for which browsers keep a cookie. */
const LIFETIME = 400 * DAY;

/** The cookie names a browser, no person, and gives no access. Signing out leaves it. */
const deviceCookieName = (https: boolean) => `${https ? "__Host-" : ""}propdesk_device`;

/** Returns what a browser was given at a former sign-in. */
export function readDevice(request: FastifyRequest, https: boolean): string | null {
  // The server of a worker reads no cookies.
  const cookies = request.cookies as FastifyRequest["cookies"] | undefined;
  const value = cookies?.[deviceCookieName(https)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** Sends the cookie with the response of the sign-in that needed one, after the cookie of the session. */
export function registerDeviceCookie(app: FastifyInstance, { https }: Pick<Config, "https">): void {
  app.decorateRequest("keptDevice", null);
  app.addHook("onSend", async ({ keptDevice }, reply) => {
    if (keptDevice === null) return;
    void reply.setCookie(deviceCookieName(https), keptDevice, {
      path: "/",
      httpOnly: true,
      secure: https,
      sameSite: "lax",
      maxAge: LIFETIME / SECOND,
    });
  });
}
