import { z } from "zod";
import { id, queryFlag, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { nameText, optionalNotes, requiredText } from "../../../platform/fields/text.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { storedCents } from "../../../platform/money/money.ts";
import {
  currency,
  currencyInput,
  money,
  moneyInput,
} from "../../../platform/money/money.schema.ts";
import { accountInput } from "../../traders/accounts/account.schema.ts";
import { platformAccount } from "../../record/actions/platform-account.schema.ts";
import { stageOutcomes, startStageInput } from "../../record/stages/stage.schema.ts";

const exampleName = { examples: ["Two steps"] };
const exampleSizes = { examples: [["50000.00", "100000.00"]] };

/** Bounded, because the unique index on names cannot contain long texts. */
const name = nameText("Name is required", { longest: 200 }).meta(exampleName);

const step = z.object({
  phase: z.string(),
  rulesVersionId: id,
  payoutEnabled: z.boolean(),
  platform: platformAccount.nullable().meta({
    description: "The account that a stage opens at the platform when it starts at this step",
  }),
});
export type ProgrammeStep = z.infer<typeof step>;

/** A version of a programme. It never changes; a changed offer becomes another version. */
const programmeVersion = z
  .object({
    id,
    version: z.int().meta({ description: "Starts at 1 in each programme", examples: [1] }),
    currency,
    initialBalances: z
      .array(money)
      .meta({ description: "The sizes on offer, ascending", ...exampleSizes }),
    steps: z.array(step).meta({ description: "In the order in which an account takes them" }),
    note: z.string().nullable().meta({ description: "Why this version was added" }),
    createdAt: timestamp,
    createdBy: z.string().meta({ description: "The label of the administrator or token" }),
  })
  .meta({ id: "ProgrammeVersion" });

export const programme = z
  .object({
    id,
    name: z.string().meta(exampleName),
    archivedAt: timestamp.nullable(),
    versions: z.array(programmeVersion).meta({ description: "Newest first" }),
  })
  .meta({ id: "Programme" });

export type ProgrammeVersion = z.infer<typeof programmeVersion>;
export type Programme = z.infer<typeof programme>;

/** The ladder that an account climbs, for the web client. */
export const ladder = z.object({
  name: z.string(),
  version: z.int(),
  initialBalance: money,
  currency,
  step: z.int().meta({ description: "The step of the current stage, from 1" }),
  outcome: z.enum(stageOutcomes).nullable().meta({ description: "How the current stage ended" }),
  steps: z.array(
    step
      .pick({ phase: true, payoutEnabled: true })
      .safeExtend({ terms: z.string().meta({ description: "The rules in one line" }) }),
  ),
});
export type Ladder = z.infer<typeof ladder>;

export const ladderInput = z.strictObject({ userId: targetId });

const MAX_SIZES = 20;
const sizesMessage = `initialBalances must be 1 to ${MAX_SIZES} amounts`;

const initialBalance = moneyInput("Initial balance must be a valid number");

const initialBalances = z
  .array(
    initialBalance.refine((amount) => storedCents(amount) > 0n, {
      error: "An initial balance must be above 0",
    }),
    { error: sizesMessage },
  )
  .min(1, { error: sizesMessage })
  .max(MAX_SIZES, { error: sizesMessage })
  .refine(isAscending, { error: "initialBalances must be ascending" })
  .meta(exampleSizes);

function isAscending(amounts: string[]): boolean {
  const cents = amounts.map(storedCents);
  return cents.every((amount, index) => index === 0 || amount > cents[index - 1]!);
}

const MAX_STEPS = 10;
const stepsMessage = `A programme must have 1 to ${MAX_STEPS} steps`;

const steps = z
  .array(
    z.strictObject({
      phase: requiredText("Phase is required"),
      rulesVersionId: targetId,
      payoutEnabled: z.boolean({ error: "payoutEnabled must be true or false" }),
      platform: platformAccount
        .nullish()
        .transform((platform) => platform ?? null)
        .meta({ description: "None by default: people enter the login" }),
    }),
    { error: stepsMessage },
  )
  .min(1, { error: stepsMessage })
  .max(MAX_STEPS, { error: stepsMessage });

const archivedMessage = "archived must be true or false";

export const listProgrammesInput = unsearchedListQuery({
  archived: queryFlag(archivedMessage)
    .optional()
    .meta({ description: "Whether archived programmes are included" }),
});

export const programmeIdInput = z.strictObject({ id: targetId });

const offer = { currency: currencyInput, initialBalances, steps };

export const createProgrammeInput = z.strictObject({ name, ...offer });

export const addProgrammeVersionInput = z.strictObject({
  id: targetId,
  ...offer,
  note: optionalNotes(),
});

export const updateProgrammeInput = z.strictObject({
  id: targetId,
  name: name.optional(),
  archived: z
    .boolean({ error: archivedMessage })
    .optional()
    .meta({ description: "An archived programme starts no new ladder; those that run go on" }),
});

export const createFromPresetInput = z.strictObject({
  firm: requiredText("Firm is required"),
  programme: requiredText("Programme is required"),
  initialBalances: initialBalances.optional().meta({
    description:
      "Where the rules depend on the size, exactly one of the preset's sizes; otherwise any, by default 10000, 25000, 50000, 100000 and 200000",
  }),
});

const { startedAt, expectedStageId } = startStageInput.shape;
const { login, server, masterPassword } = accountInput.shape;

const stepMessage = "step must be a whole number from 1";

/** `id` is the trader's id, as in the path. */
export const assignProgrammeInput = z.strictObject({
  id: targetId,
  programmeVersionId: targetId,
  initialBalance: initialBalance.meta({ description: "One of the version's" }),
  step: z
    .int({ error: stepMessage })
    .min(1, { error: stepMessage })
    .optional()
    .meta({ description: "The first step is 1, which is the default" }),
  startedAt,
  login,
  server,
  masterPassword,
  expectedStageId,
});
