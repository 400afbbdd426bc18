import { z } from "zod";
import { id, timestamp } from "../../../platform/fields/fields.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";

const count = (example: number) =>
  z
    .int()
    .nullable()
    .meta({ examples: [example] });

/** A comparison of all accounts. */
export const linkRun = z
  .object({
    id,
    from: timestamp,
    to: timestamp,
    accounts: count(320).meta({
      description: "The accounts with an entry; these figures are `null` until it has finished",
    }),
    entries: count(9_120).meta({ description: "Of both detectors" }),
    comparisons: count(41_300),
    opened: count(2).meta({ description: "The cases that it opened, also again" }),
    startedAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "LinkRun" });

export type LinkRunOut = z.infer<typeof linkRun>;

export const listRunsInput = unsearchedListQuery({});
