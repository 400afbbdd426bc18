import { z } from "zod";
import { callsAbout } from "../../../calls/procedures.ts";
import { respondWithPage } from "../../../calls/respond-with-page.ts";
import { t } from "../../../calls/trpc.ts";
import { stage } from "../../record/stages/stage.schema.ts";
import { assignProgramme } from "./assign-programme.ts";
import { createFromPreset } from "./create-from-preset.ts";
import {
  addProgrammeVersionInput,
  assignProgrammeInput,
  createFromPresetInput,
  createProgrammeInput,
  ladder,
  ladderInput,
  listProgrammesInput,
  programme,
  programmeIdInput,
  updateProgrammeInput,
} from "./programme.schema.ts";
import { getProgramme, programmes, readLadder } from "./programmes.queries.ts";
import { addProgrammeVersion, createProgramme, updateProgramme } from "./save-programme.ts";

const { administratorCall, traderCall } = callsAbout("Programmes");

/** For the web client: the ladder of the trader's own account. */
export const traderLadder = traderCall()
  .output(ladder.nullable())
  .query(({ ctx }) => readLadder(ctx.app.database.kysely, ctx.actor.trader.id));

const exampleOffer = {
  currency: "USD",
  initialBalances: ["50000.00", "100000.00"],
  steps: [
    { phase: "Phase 1", rulesVersionId: 12, payoutEnabled: false },
    { phase: "Phase 2", rulesVersionId: 13, payoutEnabled: false },
    { phase: "Funded", rulesVersionId: 14, payoutEnabled: true },
  ],
};

/** Programmes, the ladders of stages that a firm offers, and their immutable versions. */
export const adminProgrammesRouter = t.router({
  list: administratorCall("rules.read", {
    rest: "GET /admin/programmes",
    summary: "List programmes with their versions, newest first",
    description:
      "A programme is a ladder of stages that an account climbs. Without the archived ones unless `archived` is `true`.",
    scope: "records:read",
  })
    .input(listProgrammesInput.optional())
    .output(z.array(programme))
    .query(({ ctx, input }) =>
      respondWithPage(ctx, programmes, { ...input, archived: input?.archived ?? false }),
    ),

  create: administratorCall("rules.write", {
    rest: "POST /admin/programmes",
    summary: "Create a programme with its first version",
    description:
      "`initialBalances` are ascending. Objectives decide whether a step can be passed; the last step usually has none. Names are compared without case.",
    errors: [404, 409],
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    example: { name: "Two steps", ...exampleOffer },
  })
    .input(createProgrammeInput)
    .output(programme)
    .mutation(({ ctx, input }) => createProgramme(ctx.app, ctx.actor, input)),

  createFromPreset: administratorCall("rules.write", {
    rest: "POST /admin/programmes/from-preset",
    summary: "Create a programme from the phases of a preset",
    description:
      "Each phase becomes a rule set, unless one with the same rules exists. A phase with payout rules enables payouts.",
    errors: [404, 409],
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    example: { firm: "FTMO", programme: "FTMO Challenge: 2-Step" },
  })
    .input(createFromPresetInput)
    .output(programme)
    .mutation(({ ctx, input }) => createFromPreset(ctx.app, ctx.actor, input)),

  get: administratorCall("rules.read", {
    rest: "GET /admin/programmes/{id}",
    summary: "Get a programme with all its versions, newest first",
    description: "Versions never change: a changed offer is a new version.",
    scope: "records:read",
  })
    .input(programmeIdInput)
    .output(programme)
    .query(({ ctx, input }) => getProgramme(ctx.app.database.kysely, input.id)),

  update: administratorCall("rules.write", {
    rest: "PATCH /admin/programmes/{id}",
    summary: "Rename, archive or restore a programme",
    description:
      "Omitted fields keep their values. An archived programme starts no new ladder; those that run go on.",
    errors: [409],
    event: "authz_admin",
    scope: "records:write",
    example: { archived: true },
  })
    .input(updateProgrammeInput)
    .output(programme)
    .mutation(({ ctx, input }) => updateProgramme(ctx.app, ctx.actor, input)),

  addVersion: administratorCall("rules.write", {
    rest: "POST /admin/programmes/{id}/versions",
    summary: "Add a version to a programme",
    description: "Stages keep the version that they use.",
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    example: { ...exampleOffer, note: "Payouts from the first day, as announced on 1 March" },
  })
    .input(addProgrammeVersionInput)
    .output(programme)
    .mutation(({ ctx, input }) => addProgrammeVersion(ctx.app, ctx.actor, input)),

  /** For the web client: the ladder on a user's page. */
  ladder: administratorCall("records.read", { scope: "records:read" })
    .input(ladderInput)
    .output(ladder.nullable())
    .query(({ ctx, input }) => readLadder(ctx.app.database.kysely, input.userId)),

  assign: administratorCall("stages.write", {
    rest: "POST /admin/user/{id}/programme",
    summary: "Start a programme for a trader",
    description:
      "Starts a stage with the phase, rules and currency of a step, ends the previous stage, and sets the account to active, with the step's `payoutEnabled`. Omitted credentials stay as they are.",
    errors: [409],
    successStatus: 201,
    event: "authz_admin",
    scope: "records:write",
    isLong: true,
    example: {
      programmeVersionId: 5,
      initialBalance: "100000.00",
      login: "5002001",
      server: "Propdesk-Live02",
      expectedStageId: null,
    },
  })
    .input(assignProgrammeInput)
    .output(stage)
    .mutation(({ ctx, input }) => assignProgramme(ctx.app, ctx.actor, input)),
});
