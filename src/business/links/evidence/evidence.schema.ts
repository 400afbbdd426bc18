import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { dealSides, linkKinds } from "./link-kind.rule.ts";

const time = z.string().meta({ format: "date-time", examples: ["2026-03-02T09:00:00.000Z"] });
const count = z.int().meta({ examples: [15] });
const volume = z.string().meta({
  pattern: "^\\d+\\.\\d{2,}$",
  examples: ["2.00"],
  description: "At least two decimals, and no trailing zeros beyond them",
});
const millionths = z.string().meta({ pattern: "^\\d+\\.\\d{6}$", examples: ["0.571213"] });

export const exposure = z.object({
  bothSeconds: count.meta({
    examples: [90_210],
    description: "How long both were open in an instrument",
  }),
  opposedSeconds: count.meta({
    examples: [88_000],
    description: "How long they were open in opposite directions",
  }),
  longestSeconds: count.meta({
    examples: [14_400],
    description: "The longest such stretch in one instrument",
  }),
  opposedVolume: volume,
  netPercent: z
    .string()
    .nullable()
    .meta({
      examples: ["2.31"],
      description: "What both volumes left uncovered, in percent of their sum; `null` without any",
    }),
});

export type Exposure = z.output<typeof exposure>;

/** One entry of `a`, or the entry of `b` that it is matched with. */
export const rowEntry = z.object({
  positions: z.array(z.string()).meta({ examples: [["501", "502"]] }),
  time,
  closeTime: time.nullable().meta({ description: "`null` while it is open" }),
  volume,
  net: moneySum.nullable().meta({ description: "`null` while it is open" }),
});

export type RowEntry = z.output<typeof rowEntry>;

export const rowResults = ["matched", "alone", "public"] as const;

export const linkRow = z.object({
  result: z.enum(rowResults).meta({
    description: "`public` if so many others entered at the same time that a match says nothing",
  }),
  instrument: z.string().meta({ examples: ["EURUSD"] }),
  direction: z.enum(dealSides),
  a: rowEntry,
  b: rowEntry.nullable(),
  lagMs: z
    .int()
    .nullable()
    .meta({ examples: [4120], description: "The time of `b` less that of `a`" }),
  chance: millionths.nullable(),
  others: count.meta({ examples: [1] }),
  active: count.nullable().meta({ examples: [40] }),
});

export type LinkRow = z.output<typeof linkRow>;

export const linkEvidence = z.object({
  kind: z.enum(linkKinds),
  a: id.meta({ description: "The trader with fewer entries" }),
  b: id,
  from: time,
  to: time,
  settingsVersion: z.int().meta({ examples: [3] }),
  seconds: z.int().meta({ examples: [60] }),
  entries: count.meta({
    examples: [16],
    description: "The entries of `a` that are matched or alone",
  }),
  matched: count,
  public: count.meta({ examples: [2] }),
  share: z.string().meta({ examples: ["93.75"], description: "Percent, rounded down" }),
  expected: millionths.meta({ description: "The matches that chance gives" }),
  oneIn: z.int().meta({
    examples: [1_000_000_000],
    description:
      "At most one in so many pairs of unrelated accounts matches as often; at most 10^15",
  }),
  lags: z
    .object({
      min: z.int().meta({ examples: [-900] }),
      median: z.int().meta({ examples: [4120] }),
      max: z.int().meta({ examples: [31_000] }),
      aFirst: count.meta({ examples: [13] }),
      bFirst: count.meta({ examples: [2] }),
    })
    .nullable()
    .meta({ description: "Milliseconds; the lower median" }),
  closedTogether: count.meta({ examples: [14] }),
  sameSize: count,
  earlier: count.meta({
    examples: [0],
    description: "Matches whose later account already held that direction before",
  }),
  netA: moneySum.meta({ examples: ["1204.10"] }),
  netB: moneySum.meta({ examples: ["-1290.55"] }),
  first: time.nullable(),
  last: time.nullable(),
  exposure: exposure.nullable().meta({ description: "`null` for `copied`" }),
  sentence: z.string().meta({
    examples: [
      "15 of 16 entries of user 17 match entries of user 42 in the opposite direction within 60 seconds; chance would give 0.571213, and at most one in 1,000,000,000,000,000 pairs of unrelated accounts matches as often.",
    ],
  }),
});

export type LinkEvidence = z.output<typeof linkEvidence>;
