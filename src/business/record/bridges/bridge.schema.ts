import { z } from "zod";
import { id, timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import { requiredText, text } from "../../../platform/fields/text.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";

/** The name of a server of the trading platform, which is compared without case and surrounding space. */
export const serverName = text("server must be text", 200).meta({
  examples: ["Propdesk-Live02"],
});

export const serverAccountsInput = z.strictObject({
  server: serverName
    .min(1, { error: "server is required" })
    .meta({ description: "Compared without case and surrounding space" }),
});

/** A stage that a connector follows. */
export const followedStage = z
  .object({
    login: z.string().meta({ examples: ["5002001"] }),
    currency: z.string().meta({ examples: ["USD"] }),
    stageId: id,
    startedAt: timestamp,
    endedAt: timestamp.nullable().meta({ description: "No longer belongs to the stage" }),
    maxGapSeconds: z.int().meta({
      minimum: 1,
      examples: [300],
      description: "Equity counts as observed between two snapshots at most this far apart",
    }),
    balance: moneySum.meta({ description: "By the records; else the initial balance" }),
    recordedAt: timestamp
      .nullable()
      .meta({ description: "The time of the last deal or operation; `null` without any" }),
  })
  .meta({ id: "FollowedStage" });
export type FollowedStage = z.infer<typeof followedStage>;

/** More than a connector of 10,000 accounts reports when each has a failure would not fit into a call. */
const MAX_FAILURES = 500;

const whole = (name: string) => {
  const error = { error: `${name} must be a whole number of at least 0` };
  return z.int(error).min(0, error);
};

const seconds = (name: string) => z.number({ error: `${name} must be a number of seconds` });

const failure = z.strictObject({
  code: requiredText("code is required")
    .max(64, { error: "code must have at most 64 characters" })
    .meta({ examples: ["login_unknown"] }),
  login: text("login must be text", 64)
    .nullish()
    .transform((login) => login ?? null)
    .meta({ description: "`null` if it is not about an account" }),
  message: requiredText("message is required").meta({
    examples: ["The platform does not know the login 5002001"],
    description: "A sentence for an administrator",
  }),
  since: timeInput("since"),
  count: whole("count").meta({ examples: [1] }),
});

/** What a connector says about itself. */
export const reportInput = z.strictObject({
  platform: requiredText("platform is required")
    .max(64, { error: "platform must have at most 64 characters" })
    .meta({ examples: ["mt5"] }),
  server: serverName.min(1, { error: "server is required" }),
  startedAt: timeInput("startedAt"),
  connectedSince: timeInput("connectedSince")
    .nullish()
    .transform((time) => time ?? null)
    .meta({ description: "`null` while the platform is away" }),
  lagSeconds: seconds("lagSeconds")
    .min(0, { error: "lagSeconds must be at least 0" })
    .nullish()
    .transform((value) => value ?? null)
    .meta({
      examples: [3],
      description:
        "The age of the instant up to which all that the platform shows is fed; `null` before the first",
    }),
  clockSkewSeconds: seconds("clockSkewSeconds")
    .nullish()
    .transform((value) => value ?? null)
    .meta({
      examples: [0],
      description: "How far the platform's clock, in UTC, is ahead; `null` if it is not known",
    }),
  accounts: z.strictObject({
    followed: whole("followed").meta({ examples: [120] }),
    open: whole("open").meta({ examples: [14], description: "Those with an open position" }),
  }),
  failures: z
    .array(failure)
    .max(MAX_FAILURES, { error: `failures must be at most ${MAX_FAILURES}` })
    .meta({ description: "What is wrong now; each stays until its cause is gone" }),
});
/** An example body for the OpenAPI document. */
export const reportExample: z.input<typeof reportInput> = {
  platform: "mt5",
  server: "Propdesk-Live02",
  startedAt: "2026-03-02T08:00:00.000Z",
  connectedSince: "2026-03-02T08:00:02.000Z",
  lagSeconds: 3,
  clockSkewSeconds: 0,
  accounts: { followed: 120, open: 14 },
  failures: [],
};

export type ReportInput = z.output<typeof reportInput>;

/** The same, as it is returned. */
export const bridgeReport = z
  .object({
    platform: z.string().meta({ examples: ["mt5"] }),
    server: z.string().meta({ examples: ["Propdesk-Live02"] }),
    startedAt: timestamp,
    connectedSince: timestamp.nullable(),
    lagSeconds: z
      .number()
      .nullable()
      .meta({ examples: [3] }),
    clockSkewSeconds: z
      .number()
      .nullable()
      .meta({ examples: [0] }),
    accounts: z.object({
      followed: z.int().meta({ examples: [120] }),
      open: z.int().meta({ examples: [14] }),
    }),
    failures: z.array(
      z.object({
        code: z.string().meta({ examples: ["login_unknown"] }),
        login: z.string().nullable(),
        message: z.string().meta({
          examples: ["The platform does not know the login 5002001"],
        }),
        since: timestamp,
        count: z.int().meta({ examples: [1] }),
      }),
    ),
  })
  .meta({ id: "BridgeReport" });
export type BridgeReportView = z.infer<typeof bridgeReport>;

/** The same as JSON. */
export interface StoredReport extends Omit<
  BridgeReportView,
  "startedAt" | "connectedSince" | "failures"
> {
  startedAt: string;
  connectedSince: string | null;
  failures: (Omit<BridgeReportView["failures"][number], "since"> & { since: string })[];
}
