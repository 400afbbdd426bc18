import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { caseDeal, instant, signature } from "../../record/cases/case.schema.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";
import { YOU } from "../evidence/party-names.rule.ts";
import { linkSettings } from "../settings/link-settings.schema.ts";
import { traderEvidence, traderFact, traderRow } from "../view/trader-view.schema.ts";

/** The file of a link: everything needed to compare the accounts again without the firm, as one trader sees it. */

export const linkFormat = "propdesk-link/1";

const linkDeal = caseDeal.pick({
  position: true,
  time: true,
  entry: true,
  symbol: true,
  side: true,
  volume: true,
});

const exampleDeal = {
  position: "501",
  time: "2026-03-02T09:00:00.000Z",
  entry: "in",
  symbol: "EURUSD",
  side: "buy",
  volume: "0.50",
} as const;

/** By time. The positions of others are numbers. */
const deals = z.record(z.string(), z.array(linkDeal).nullable()).meta({
  examples: [{ you: [exampleDeal], A: [{ ...exampleDeal, position: "1" }] }],
  description:
    "The deals of the trades that were opened in the windows, up to their ends, of `you` and of each other trader by letter; the positions of others are numbered. `null` for a trader who was deleted: the signature alone vouches for what is stated about them",
});

const link = z.strictObject({ id, decidedAt: instant, reason: z.string() });

const version = z.int().meta({ examples: [3] });

export const linkFile = z
  .strictObject({
    format: z.literal(linkFormat),
    firm: z.string(),
    link,
    settings: z
      .array(z.strictObject({ version, settings: linkSettings }))
      .meta({ description: "The versions that the evidence names" }),
    evidence: z.array(traderEvidence.extend({ rows: z.array(traderRow) })),
    facts: z.array(traderFact),
    deals,
    signature: signature.extend({
      value: z
        .string()
        .meta({ description: "Base64, over the canonical JSON of the file without `signature`" }),
    }),
  })
  .meta({ id: "LinkFile" });
export type LinkFile = z.infer<typeof linkFile>;

/** What is signed. */
export type UnsignedLinkFile = Omit<LinkFile, "signature">;
export type LinkDeal = z.infer<typeof linkDeal>;

/** The minimum that a file needs to be read as a link. Any other fault is reported as a difference. */
export const linkFrame = z.looseObject({
  format: z.literal(linkFormat),
  link: z.looseObject({}),
  settings: z.array(z.unknown()),
  evidence: z.array(z.unknown()),
  deals: z.looseObject({}),
});

const net = z.string().nullable();
const count = z.int().nonnegative();

/** What the figures are computed from; the rest of the evidence is compared as a whole. */
const readableEvidence = z
  .looseObject({
    kind: z.enum(linkKinds),
    a: z.string(),
    b: z.string(),
    from: instant,
    to: instant,
    settingsVersion: z.int(),
    netA: net,
    netB: net,
    rows: z.array(
      z.looseObject({
        a: z.looseObject({ net }),
        b: z.looseObject({ time: instant, net }).nullable(),
        others: count,
        active: count.nullable(),
      }),
    ),
  })
  .refine(({ a, b }) => (a === YOU) !== (b === YOU), {
    error: "compares two other traders",
    path: ["a"],
  });

/** Later versions of the settings may have more fields. */
const readableSettings = linkSettings.pick({
  days: true,
  copied: true,
  opposite: true,
  crowd: true,
  instruments: true,
});

export const readableLink = linkFile.extend({
  settings: z.array(z.strictObject({ version, settings: readableSettings })),
  evidence: z.array(readableEvidence),
  facts: z.array(z.strictObject(traderFact.shape)),
});
export type ReadableLink = z.infer<typeof readableLink>;
export type ReadableEvidence = z.infer<typeof readableEvidence>;
export type ReadableSettings = z.infer<typeof readableSettings>;
