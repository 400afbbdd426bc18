import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { nameText, text } from "../../../platform/fields/text.schema.ts";
import { viewListNames, viewParameterNames } from "./tables.rule.ts";

const nameMessage = "Please enter a name";
const name = nameText(nameMessage, { longest: 100 }).meta({ examples: ["Breached this month"] });

const list = z.enum(viewListNames, { error: `list must be one of ${viewListNames.join(", ")}` });

const exampleParameters = { status: "breached", sort: "createdAt", columns: "id,fullName,status" };
const addresses = viewListNames.map((each) => `\`/admin/${each}\``);
const oneOf = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(addresses);
const ofAddress = `Filters, search, sort, order and columns, as in the address of the table at ${oneOf}`;

const parameter = text("The values of parameters must be text").optional();

const shape = Object.fromEntries(viewParameterNames.map((key) => [key, parameter])) as Record<
  string,
  typeof parameter
>;

const parameters = z
  .strictObject(shape)
  // Drops blank values, which filter nothing.
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([key, value]) => (value ? [[key, value] as const] : [])),
    ),
  )
  .meta({ description: ofAddress, examples: [exampleParameters] });

const isShared = z
  .boolean({ error: "isShared must be true or false" })
  .meta({ description: "Whether everyone on the team who may see the table sees the view" });

/** The saved filters and columns of a table. */
export const savedView = z
  .object({
    id,
    list: z.enum(viewListNames).meta({ examples: ["users"] }),
    name: z.string().meta({ examples: ["Breached this month"] }),
    parameters: z
      .record(z.string(), z.string())
      .meta({ description: ofAddress, examples: [exampleParameters] }),
    isShared: z.boolean(),
    authorName: z.string(),
    isOwn: z.boolean().meta({ description: "Whether the caller is the author" }),
    canChange: z.boolean().meta({
      description: "Whether the caller may change and delete the view: its author, or an owner",
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof savedView>;

export const listViewsInput = z.strictObject({
  list: list.optional().meta({ description: "Only views of this table" }),
});

export const viewNameForm = z.strictObject({ name });

export const createViewForm = z.strictObject({ name, isShared });

export const createViewInput = z.strictObject({
  list,
  name,
  parameters,
  isShared: isShared.optional(),
});

export const updateViewInput = z.strictObject({
  id: targetId,
  name: name.optional(),
  parameters: parameters.optional(),
  isShared: isShared.optional(),
});

export const viewIdInput = z.strictObject({ id: targetId });
