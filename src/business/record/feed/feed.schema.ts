import { z } from "zod";
import { text } from "../../../platform/fields/text.schema.ts";
import { money, moneyInput } from "../../../platform/money/money.schema.ts";
import { serverName } from "../bridges/bridge.schema.ts";
import {
  dealEntries,
  dealSides,
  isRecordTime,
  operationKinds,
} from "../../rulebook/timeline/trading-record.rule.ts";

export const MAX_FEED_ITEMS = 10_000;
/** Accounts without items count, too, because an unknown login is answered with a message. */
export const MAX_FEED_ACCOUNTS = 10_000;
export const MAX_FEED_BYTES = 5 * 1024 * 1024;

/** The number of a ticket, position or login, which platforms send as a number or as text. */
const platformNumber = (name: string) => {
  const message = `${name} must be text of at most 64 characters`;
  return z
    .union([z.string(), z.int()], { error: message })
    .transform(String)
    .pipe(text(message, 64).min(1, { error: message }));
};

const timeOf = (name: string) =>
  z.iso
    .datetime({
      offset: true,
      error: `${name} must be a time such as 2026-03-02T09:00:00.000Z`,
    })
    .transform((value) => Date.parse(value))
    .refine(isRecordTime, { error: `${name} must be in the years 1970 to 2100` });

const time = timeOf("time");

const amount = (name: string) => moneyInput(`${name} must be an amount such as "-1.75"`);

function decimal(name: string, pattern: RegExp, example: string) {
  const error = { error: `${name} must be a number such as "${example}"` };
  return z
    .union([z.string(), z.number()], error)
    .transform(String)
    .pipe(z.string().regex(pattern, error));
}

const volumePattern = /^(?=.*[1-9])\d{1,12}(\.\d{1,8})?$/;
const pricePattern = /^-?\d{1,12}(\.\d{1,10})?$/;

const volume = decimal("volume", volumePattern, "0.50");
const price = decimal("price", pricePattern, "1.08345");

export const fedDeal = z.strictObject({
  ticket: platformNumber("ticket"),
  position: platformNumber("position"),
  time,
  entry: z.enum(dealEntries, { error: "entry must be in, out or inout" }),
  symbol: text("symbol must be text", 64)
    .min(1, { error: "symbol is required" })
    .transform((symbol) => symbol.toUpperCase()),
  side: z.enum(dealSides, { error: "side must be buy or sell" }),
  volume,
  price,
  profit: amount("profit").default("0.00"),
  commission: amount("commission").default("0.00"),
  swap: amount("swap").default("0.00"),
  fee: amount("fee").default("0.00"),
});

export const fedOperation = z
  .strictObject({
    ticket: platformNumber("ticket"),
    time,
    kind: z.enum(operationKinds, { error: `kind must be one of ${operationKinds.join(", ")}` }),
    amount: amount("amount"),
  })
  .refine(({ kind, amount: value }) => kind !== "deposit" || !value.startsWith("-"), {
    error: "A deposit must not have a negative amount",
    path: ["amount"],
  })
  .refine(
    ({ kind, amount: value }) => kind !== "withdrawal" || value.startsWith("-") || value === "0.00",
    {
      error: "A withdrawal must have a negative amount",
      path: ["amount"],
    },
  );

export const fedSnapshot = z.strictObject({
  time,
  balance: amount("balance"),
  equity: amount("equity"),
});

/** Items are validated one by one, so that an invalid one does not affect the others. */
const items = z.array(z.unknown()).default([]);

/** A period of which a call holds all deals and operations: with `from` <= time < `to`. */
const period = z
  .strictObject({ from: timeOf("from"), to: timeOf("to") })
  .refine(({ from, to }) => from <= to, { error: "to must not be before from", path: ["to"] });
export type Period = z.output<typeof period>;

/** The body of a call from a bridge. */
export const feedInput = z.strictObject({
  accounts: z.array(
    z.strictObject({
      login: platformNumber("login"),
      server: serverName
        .min(1, { error: "server must not be empty" })
        .nullish()
        .transform((server) => server ?? null),
      complete: period.nullish().transform((complete) => complete ?? null),
      deals: items,
      operations: items,
      snapshots: items,
    }),
  ),
});
export type FeedInput = z.output<typeof feedInput>;

/** Identifies the account that items are for: a login, or a login at a server. */
export const accountKey = ({ login, server }: NamedAccount) => JSON.stringify([login, server]);

export type NamedAccount = Pick<FeedInput["accounts"][number], "login" | "server">;

/** The same body, as described in the OpenAPI document. */
export const feedBody = z.strictObject({
  accounts: z.array(
    z.strictObject({
      login: z.string().meta({ examples: ["5002001"] }),
      server: z.string().nullable().optional().meta({
        description: "The account is then the one with this login at this server",
      }),
      complete: z
        .strictObject({ from: z.iso.datetime(), to: z.iso.datetime() })
        .nullable()
        .optional()
        .meta({
          description:
            "The call holds all deals and operations of the account with `from` <= time < `to`: what was fed before and is not among them is a finding",
        }),
      deals: z
        .array(
          z.strictObject({
            ticket: z.string(),
            position: z.string(),
            time: z.iso.datetime(),
            entry: z.enum(dealEntries),
            symbol: z.string(),
            side: z.enum(dealSides),
            volume: z.string().regex(volumePattern),
            price: z.string().regex(pricePattern),
            profit: money.optional(),
            commission: money.optional(),
            swap: money.optional(),
            fee: money.optional(),
          }),
        )
        .optional(),
      operations: z
        .array(
          z.strictObject({
            ticket: z.string(),
            time: z.iso.datetime(),
            kind: z.enum(operationKinds),
            amount: money.meta({ description: "Signed: a withdrawal is negative" }),
          }),
        )
        .optional(),
      snapshots: z
        .array(z.strictObject({ time: z.iso.datetime(), balance: money, equity: money }))
        .optional(),
    }),
  ),
});

/** An example body for the OpenAPI document. */
export const feedExample: z.input<typeof feedInput> = {
  accounts: [
    {
      login: "5002001",
      deals: [
        {
          ticket: "2001",
          position: "1001",
          time: "2026-03-02T10:00:00.000Z",
          entry: "in",
          symbol: "EURUSD",
          side: "buy",
          volume: "0.50",
          price: "1.08345",
          commission: "-1.75",
        },
      ],
      operations: [],
      snapshots: [{ time: "2026-03-02T10:00:00.000Z", balance: "100000.00", equity: "100012.50" }],
    },
  ],
};

export const feedItems = ["deals", "operations", "snapshots"] as const;
export type FeedItem = (typeof feedItems)[number];

const counts = z.object({ deals: z.number(), operations: z.number(), snapshots: z.number() });

export const feedResult = z
  .object({
    accepted: counts,
    duplicates: counts,
    rejected: z.array(
      z.object({
        login: z.string(),
        item: z.enum(["account", ...feedItems]),
        index: z.number().nullable(),
        message: z.string().meta({ examples: ['volume must be a number such as "0.50"'] }),
      }),
    ),
  })
  .meta({ id: "FeedResult" });
export type FeedResult = z.infer<typeof feedResult>;
