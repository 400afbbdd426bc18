import { z } from "zod";
import {
  id,
  idFilter,
  idInput,
  targetId,
  timestamp,
} from "../../../platform/fields/fields.schema.ts";
import { nameText, requiredText } from "../../../platform/fields/text.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { LEAST_TRADERS, MOST_TRADERS } from "./person.rule.ts";

/** Traders who are one person. */
export const person = z
  .object({
    id,
    name: z.string().meta({ examples: ["Olivia Bennett"] }),
    traders: z.array(z.object({ userId: id, fullName: z.string().nullable(), email: z.string() })),
    reason: z.string().meta({ examples: ["Both accounts are used from one device"] }),
    linkId: id
      .nullable()
      .meta({ description: "The case whose confirmation grouped them; `null` if it was by hand" }),
    createdAt: timestamp,
    createdBy: z.string(),
  })
  .meta({ id: "Person" });

export type Person = z.infer<typeof person>;

export const listPersonsInput = unsearchedListQuery({ userId: idFilter("userId") });

export const personIdInput = z.strictObject({ id: targetId });

const tooMany = `A person has at most ${MOST_TRADERS} users`;

const userIds = (name: string) =>
  z
    .array(idInput(`${name} must be ids of users`), { error: `${name} must be ids of users` })
    .max(MOST_TRADERS, { error: tooMany })
    .refine((ids) => new Set(ids).size === ids.length, { error: "Name each user once" });

const name = nameText("Please enter a name").meta({ examples: ["Olivia Bennett"] });
const reason = requiredText("Please provide a reason");

export const createPersonInput = z.strictObject({
  name,
  userIds: userIds("userIds")
    .min(LEAST_TRADERS, { error: "A person has at least two users" })
    .meta({ examples: [[7, 8]] }),
  reason,
});

export const updatePersonInput = z
  .strictObject({
    id: targetId,
    name: name.optional(),
    add: userIds("add")
      .optional()
      .meta({ examples: [[9]], description: "Users who join" }),
    remove: userIds("remove")
      .optional()
      .meta({ examples: [[8]], description: "Users who leave" }),
    reason,
  })
  .refine(({ add = [], remove = [] }) => !add.some((userId) => remove.includes(userId)), {
    path: ["remove"],
    error: "A user cannot both join and leave",
  });

export const deletePersonInput = z.strictObject({ id: targetId, reason });
