import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { conductNames } from "../kinds/conduct/conduct-names.rule.ts";
import { conductConsequences } from "../kinds/conduct/conduct.schema.ts";
import { instant } from "../kinds/parts/report.schema.ts";
import { impacts } from "../timeline/calendar.rule.ts";

/** What a verdict says about rules of conduct. */

const foundTrade = z.object({
  position: z.string().meta({ examples: ["44"] }),
  symbol: z.string().meta({ examples: ["EURUSD"] }),
  side: z.enum(["buy", "sell"]),
  openTime: instant,
  closeTime: instant.nullable(),
  net: moneySum,
});

const foundEvent = z.object({
  id,
  at: instant,
  currency: z.string().meta({ examples: ["USD"] }),
  impact: z.enum(impacts),
  title: z.string().meta({ examples: ["Non-Farm Payrolls"] }),
  announcedAt: instant,
});

export const conductFinding = z
  .object({
    key: z.string().meta({
      description: "The kind, the index of the rule, and the position of the first trade",
      examples: ["news/0/44"],
    }),
    at: instant,
    status: z.enum(["stands", "waived"]),
    consequence: z.enum(conductConsequences),
    softened: z.enum(["unannounced", "contested"]).nullable().meta({
      description: "Why it is only a note, whatever the rule says",
    }),
    strike: z.int().nullable().meta({ description: "The number of its day" }),
    grade: z.enum(["recorded", "observed", "contested"]),
    trades: z.array(foundTrade),
    deals: z.array(z.string()).meta({ description: "Tickets", examples: [["91"]] }),
    events: z.array(foundEvent),
    value: z
      .union([z.string(), z.int()])
      .nullable()
      .meta({
        description: "Seconds held, the idea's value, or the number of open trades",
        examples: [30],
      }),
    limit: z
      .union([z.string(), z.int()])
      .nullable()
      .meta({ examples: [60] }),
    deduction: moneySum.nullable(),
    exonerating: z
      .record(z.string(), z.union([z.string(), z.int(), z.array(z.string()), z.null()]))
      .nullable()
      .meta({
        description: "What would have been no offence; its fields depend on the kind",
        examples: [{ closedFrom: "2026-03-02T10:01:00.000Z" }],
      }),
    waiver: z.object({ reason: z.string(), at: instant }).nullable(),
    reason: z.string().meta({
      description: "A sentence with the figures, for the trader",
      examples: ["The trade 44 of EURUSD was held for 30 seconds, less than 60."],
    }),
  })
  .meta({ id: "ConductFinding" });
export type ConductFinding = z.infer<typeof conductFinding>;

export const conductVerdict = z
  .object({
    kind: z.enum(keysOf(conductNames)),
    index: z.int().meta({ description: "The position of the rule in its list" }),
    status: z.enum(["breached", "found", "undetermined", "kept"]),
    strikes: z.object({ count: z.int(), of: z.int() }).nullable(),
    reason: z.string(),
    findings: z.array(conductFinding),
  })
  .meta({
    id: "ConductVerdict",
    examples: [
      {
        kind: "hedging",
        index: 0,
        status: "kept",
        strikes: null,
        reason: "No trade was opened while one of the other side of its symbol was open.",
        findings: [],
      },
    ],
  });
export type ConductVerdict = z.infer<typeof conductVerdict>;
