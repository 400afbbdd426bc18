// oxlint-disable-next-line typescript/triple-slash-reference -- the router's types need the entities' row types
/// <reference path="./entities.ts" />
import { createTRPCClient, httpLink } from "@trpc/client";
import superjson from "superjson";
import type { AppRouter } from "./http/app-router.ts";

export interface PropdeskClientOptions {
  /** The origin, such as `https://desk.example.com`. */
  url: string;
  /** An API token. Without one, sign in. */
  token?: string;
}

/**
 * Typed calls for scripts and tools: `createPropdeskClient({ url }).trader.payouts.list.query()`.
 * A client sends its API token, or keeps its session cookies, as a browser does: sign in once with
 * `auth.login.mutate` or `admin.login.mutate`. A refused call rejects with a `TRPCClientError`: `message` is a sentence for
 * people, `data.httpStatus` the status and `data.issues` what is wrong with the input.
 */
export function createPropdeskClient({ url, token }: PropdeskClientOptions) {
  const cookies = new Map<string, string>();
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: new URL("/api/trpc", url).href,
        transformer: superjson,
        headers() {
          if (token !== undefined) return { authorization: `Bearer ${token}` };
          if (cookies.size === 0) return {};
          return { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") };
        },
        async fetch(input, init) {
          const answer = await fetch(input, init as RequestInit);
          for (const header of answer.headers.getSetCookie()) keepCookie(cookies, header);
          return answer;
        },
      }),
    ],
  });
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = "", ...attributes] = header.split(";");
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  const isEnded = value === "" || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
  if (isEnded) cookies.delete(name.trim());
  else cookies.set(name.trim(), value);
}
