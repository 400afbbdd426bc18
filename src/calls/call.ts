import type { Readable } from "node:stream";
import type { OpenApiMeta } from "trpc-to-openapi";
import type { z } from "zod";
import type { Scope } from "../identity/tokens/scopes.rule.ts";
import type { StaffActor } from "../identity/tokens/authenticate-token.ts";
import type { Context } from "../platform/context.ts";
import type { Cost } from "./costs.ts";
import type { RefusalEvents, SecurityEvent } from "./security-events.ts";

type OpenApi = NonNullable<OpenApiMeta["openapi"]>;

export type RestPath = `${OpenApi["method"]} /${string}`;

export type Tag =
  | "Session"
  | "Trader"
  | "Administration"
  | "Records"
  | "Rules"
  | "Programmes"
  | "Actions"
  | "Links"
  | "Orders"
  | "Payments"
  | "Figures"
  | "Service";

/** Descriptions of refusals in the OpenAPI document, by status. */
export const errorDescriptions = {
  400: "The input is invalid",
  401: "Not signed in, or the credentials are wrong",
  403: "The caller is signed in but not allowed to do this, or is banned",
  404: "The resource does not exist",
  409: "The request conflicts with the current state",
  422: "The Idempotency-Key was used with a different request",
  429: "Too many attempts; see Retry-After",
} as const;

/** The files to which a call exports the rows that it reads page by page, each under a route of its own. */
export interface DeclaredExport {
  /** As in `/admin/appeals/export.csv`. */
  name: string;
  tag: Tag;
  /** @param format as in "Export traders as CSV" */
  summary: (format: string) => string;
  input: z.ZodObject;
  /** The first lines of the CSV file. */
  example: string;
  /** @param query as `input` has parsed it */
  exportRows(
    context: Context,
    actor: StaffActor,
    format: "csv" | "xlsx",
    query: Readonly<Record<string, unknown>>,
  ): Promise<Readable>;
}

/** What every call declares besides its permission. */
export interface CallDeclaration {
  /** The scope that an API token needs. Without one, the call refuses all tokens. */
  scope?: Scope;
  /** A scope that suffices as well. */
  orScope?: Scope;
  /**
   * The call processes a whole trading record, which may take minutes: it uses connections with limits of their own, and
   * the server keeps the client's connection open for as long.
   */
  isLong?: true;
  /** The call replays or streams records: its attempts are limited, and its callers take turns. */
  cost?: Cost;
  /** The maximum size of the body in bytes; 256 KiB by default. */
  bodyLimit?: number;
  /** The security event that is logged when the call succeeds. */
  event?: SecurityEvent;
  /** Security events of refusals, if they differ from those of other calls. */
  refusalEvents?: RefusalEvents;
  exports?: DeclaredExport;
  /** The fields of a DELETE are documented as its query; as its body otherwise. Both are accepted. */
  inQuery?: true;
  /** A valid input, without the id in the path. Documented as the request body. */
  example?: object;
  /** An example of the response, if the one composed from the examples of its fields does not fit. */
  response?: object;
}

interface RestDeclaration extends CallDeclaration {
  rest: RestPath;
  summary: string;
  /** What the summary does not say. */
  description: string;
  /**
   * Statuses of refusals that do not follow from the rest: 400 follows from the fields of the input, 404 from an id in
   * the path, 401 and 403 from the permission, and 429 from `limitAttempts` and `cost`.
   */
  errors?: (keyof typeof errorDescriptions)[];
  /** The status of a success; 200 by default. */
  successStatus?: 201 | 202;
  /** Answers 200 instead of `successStatus` if what it asks for was done before: see `markRepeated`. */
  repeats?: true;
  /**
   * The field of the response that makes the status 202, because the call has not taken effect yet. The output is then a
   * union of the response of a success and of this one.
   */
  acceptedIf?: string;
}

/** A procedure without `rest` has no REST route and is listed as internal in the OpenAPI document. */
export type Declaration = RestDeclaration | (CallDeclaration & { rest?: never });

/** What a declaration becomes in the meta of a procedure. */
export interface DeclaredCall extends CallDeclaration, Record<string, unknown> {
  rest?: RestPath;
  openapi?: OpenApi;
  successStatus?: 201 | 202;
  repeats?: true;
  acceptedIf?: string;
}

export function declare(tag: Tag, declaration: Declaration): DeclaredCall {
  if (declaration.rest === undefined) return { ...declaration };
  const { rest, summary, description, errors = [], ...others } = declaration;
  const [method, path] = rest.split(" ") as [OpenApi["method"], OpenApi["path"]];
  return {
    ...others,
    rest,
    openapi: {
      method,
      path,
      summary,
      tags: [tag],
      description,
      errorResponses: Object.fromEntries(
        errors.map((status) => [status, errorDescriptions[status]]),
      ),
    },
  };
}
