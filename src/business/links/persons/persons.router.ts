import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { message } from "../../../platform/fields/fields.schema.ts";
import {
  createPersonInput,
  deletePersonInput,
  listPersonsInput,
  person,
  personIdInput,
  updatePersonInput,
} from "./person.schema.ts";
import { viewedPersons, viewPerson } from "./persons.queries.ts";
import { createPerson, deletePerson, updatePerson } from "./save-person.ts";

const { administratorCall } = callsAbout("Links");

/** Traders who are one person. */
export const adminPersonsRouter = t.router({
  list: administratorCall("links.read", {
    rest: "GET /admin/persons",
    summary: "List the persons that traders were grouped as, newest first",
    description: "The audit log records the view for each trader shown.",
  })
    .input(listPersonsInput)
    .output(z.array(person))
    .query(({ ctx, input }) => respondWithPage(ctx, viewedPersons(ctx.app, ctx.actor), input)),

  create: administratorCall("links.decide", {
    rest: "POST /admin/persons",
    summary: "Group traders as one person",
    description:
      "Returns 409 with the person in `current` if a trader already belongs to one. The audit log records the change for each trader.",
    errors: [404, 409],
    successStatus: 201,
    event: "authz_admin",
    example: { name: "Olivia Bennett", userIds: [7, 8], reason: "Both use one bank account" },
  })
    .input(createPersonInput)
    .output(person)
    .mutation(({ ctx, input }) => createPerson(ctx.app, ctx.actor, input)),

  get: administratorCall("links.read", {
    rest: "GET /admin/persons/{id}",
    summary: "Get a person with their traders",
    description: "The audit log records the view for each trader shown.",
  })
    .input(personIdInput)
    .output(person)
    .query(({ ctx, input }) => viewPerson(ctx.app, ctx.actor, input.id)),

  update: administratorCall("links.decide", {
    rest: "PATCH /admin/persons/{id}",
    summary: "Rename a person, add or remove traders",
    description:
      "Returns 409 with the person in `current` if a trader belongs to another one, or fewer than two would be left.",
    errors: [409],
    event: "authz_admin",
    example: { name: "Olivia M. Bennett", reason: "As in the passport" },
  })
    .input(updatePersonInput)
    .output(person)
    .mutation(({ ctx, input }) => updatePerson(ctx.app, ctx.actor, input)),

  delete: administratorCall("links.decide", {
    rest: "DELETE /admin/persons/{id}",
    summary: "Delete a person",
    description: "Its traders are no longer grouped.",
    response: { message: "Person deleted" },
    event: "authz_admin",
    example: { reason: "They are brothers" },
  })
    .input(deletePersonInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      await deletePerson(ctx.app, ctx.actor, input);
      return { message: "Person deleted" };
    }),
});
