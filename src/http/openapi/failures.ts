import { z } from "zod";
import { errorDescriptions } from "../../calls/call.ts";
import type { Permission } from "../../calls/guards.ts";
import type { RefusalReason } from "../../platform/errors.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";

/** All reasons that the nouns declare, in the order of the documentation. */
const reasons: Record<RefusalReason, true> = {
  second_factor_required: true,
  second_factor_incorrect: true,
  second_factor_setup_required: true,
  open_payment: true,
  unpaid_changed: true,
  appeal_open: true,
  gate: true,
  held: true,
  recovery: true,
  payment_disputed: true,
  superseded: true,
};

/** The body of all error responses. */
export const error = z
  .object({
    message: z.string().meta({
      description: "A sentence to show to the user; for invalid input, the first error",
      examples: ["Please enter a valid email"],
    }),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
      .optional()
      .meta({ description: "All errors of invalid input (400)" }),
    isBanned: z.literal(true).optional().meta({ description: "The trader is banned (403)" }),
    banReason: z.string().nullable().optional().meta({ description: "Why the trader is banned" }),
    current: z.unknown().optional().meta({ description: "The current state (409)" }),
    retryAfter: z
      .number()
      .optional()
      .meta({ description: "Seconds to wait before trying again (429, 503)" }),
    reason: z.enum(keysOf(reasons)).optional().meta({
      description:
        "The password is correct but a code is missing or wrong (401), the team requires a second factor that has to be set up first (403), a trader to delete has an open payment or other unpaid sums than expected, an appeal against what is decided is open, a gate holds it back, a payout request was made after a takeover and is not released, or the trader's second factor is being removed, or the payment of an order is disputed (409)",
    }),
    id: z.number().optional().meta({ description: "The open appeal, or the disputed order (409)" }),
    missing: z
      .array(z.string())
      .optional()
      .meta({
        description: "What a gate waits for: `identity`, `agreement:<id>` (409)",
        examples: [["identity", "agreement:3"]],
      }),
    readiness: z
      .unknown()
      .optional()
      .meta({ description: "The present readiness, if another one was expected (409)" }),
    exported: z.array(z.number()).optional().meta({
      description: "The open payments of the last export, if payments must be named (400)",
    }),
    leftOut: z
      .array(z.number())
      .optional()
      .meta({ description: "The open payments that it left out (400)" }),
    methods: z
      .array(z.enum(["totp", "passkey", "recovery-code"]))
      .optional()
      .meta({ description: "The second factors that complete the sign-in (401)" }),
  })
  .meta({ id: "Error" });

const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** Returns error responses with these descriptions, by status. */
export const failures = (descriptions: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, failure(description)]),
  );

/** Returns the error responses that follow from a permission. */
export function guardFailures(permission: Permission) {
  const { 401: signedOut, 403: forbidden } = errorDescriptions;
  return permission === "anyone" ? {} : failures({ 401: signedOut, 403: forbidden });
}

/** Returns the error responses to API tokens, which calls that anyone may make do not accept. */
export function tokenFailures(method: string) {
  const subject = method === "GET" ? "The" : "The request comes from another origin, or the";
  return failures({
    401: "The API token is invalid, expired or revoked",
    403: `${subject} call was made with an API token`,
  });
}

/** The responses to an `Idempotency-Key` that cannot be used. */
export const keyFailures = failures({ 422: errorDescriptions[422] });

const unavailable = failures({
  400: "A parameter is unknown, or the body is malformed",
  503: "The service is overloaded or its database unavailable; see Retry-After",
});
const writeErrors = failures({
  403: "The request comes from another origin",
  413: "The body is too large",
  415: "The body is not JSON",
});

/** Returns the errors that may occur before a request reaches its call. */
export function generalFailures(method: string) {
  return { ...unavailable, ...(method !== "get" && writeErrors) };
}
