import { httpLink, type TRPCLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "./app-router.ts";

export interface PropdeskClientOptions {
  /** The origin, such as `https://desk.example.com`. */
  url: string;
  /** An API token. Without one, sign in first. */
  token?: string;
}

/**
 * Sends calls to a server with the API token or with session cookies. Browsers store cookies themselves; elsewhere the
 * link stores them. The context of a call may contain `idempotencyKey`.
 */
export function propdeskLink({ url, token }: PropdeskClientOptions): TRPCLink<AppRouter> {
  const cookies = new Map<string, string>();
  return httpLink<AppRouter>({
    url: new URL("/api/trpc", url).href,
    transformer: superjson,
    headers: ({ op }) => ({
      ...(typeof op.context.idempotencyKey === "string" && {
        "idempotency-key": op.context.idempotencyKey,
      }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(token === undefined &&
        cookies.size > 0 && {
          cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "),
        }),
    }),
    async fetch(input, init) {
      const answer = await fetch(input, init);
      for (const header of answer.headers.getSetCookie()) keepCookie(cookies, header);
      return answer;
    },
  });
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = "", ...attributes] = header.split(";");
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  const isEnded = value === "" || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
  if (isEnded) cookies.delete(name.trim());
  else cookies.set(name.trim(), value);
}
