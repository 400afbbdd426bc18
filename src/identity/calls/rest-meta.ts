import type { ProcedureMeta } from "./trpc.ts";

type Rest = NonNullable<ProcedureMeta["openapi"]>;

const errorTexts: Record<number, string> = {
  400: "The input is not valid",
  401: "Not signed in, or wrong credentials",
  403: "Signed in, but not allowed; or banned",
  404: "There is no such thing",
  409: "Conflicts with what is there",
  422: "The Idempotency-Key was used for another request",
  429: "Too many attempts; see Retry-After",
};

/** The REST path and the documentation of a procedure, in one line where it is declared. */
export function rest(
  call: `${Rest["method"]} /${string}`,
  doc: {
    summary: string;
    description?: string;
    tag: "Session" | "Trader" | "Administration";
    errors: (keyof typeof errorTexts)[];
    created?: true;
    requestHeaders?: Rest["requestHeaders"];
  },
): ProcedureMeta {
  const [method, path] = call.split(" ") as [Rest["method"], Rest["path"]];
  return {
    openapi: {
      method,
      path,
      summary: doc.summary,
      ...(doc.requestHeaders && { requestHeaders: doc.requestHeaders }),
      ...(doc.description && { description: doc.description }),
      tags: [doc.tag],
      errorResponses: Object.fromEntries(doc.errors.map((status) => [status, errorTexts[status]!])),
    },
    ...(doc.created && { successStatus: 201 }),
  };
}
