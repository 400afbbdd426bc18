import { z } from "zod";
import { callsAbout } from "../../calls/procedures.ts";
import { respondWithPage } from "../../calls/respond-with-page.ts";
import { t } from "../../calls/trpc.ts";
import { decideLink, setWithhold } from "./cases/decide-link.ts";
import {
  decideLinkInput,
  linkCase,
  linkCaseView,
  linkIdInput,
  linkRows,
  linkRowsInput,
  listLinksInput,
  openLinkInput,
  setWithholdInput,
} from "./cases/link-case.schema.ts";
import { linkCases } from "./cases/link-cases.queries.ts";
import { openLink } from "./cases/open-link.ts";
import { viewLink, viewLinkRows } from "./cases/view-link.ts";
import { compareTraders } from "./comparison/compare-traders.ts";
import { compareInput, linkComparison } from "./comparison/comparison.schema.ts";
import { previewLinks } from "./comparison/preview-links.ts";
import { linkRun, listRunsInput } from "./runs/link-run.schema.ts";
import { linkRuns, startRun } from "./runs/link-runs.ts";
import {
  linkSettingsVersion,
  linksPreview,
  previewLinksInput,
  setLinkSettingsInput,
} from "./settings/link-settings.schema.ts";
import { listLinkSettings, readLinkSettings, setLinkSettings } from "./settings/link-settings.ts";

const { administratorCall } = callsAbout("Links");

/** Accounts that trade alike or against each other, or belong to one person. */
export const adminLinksRouter = t.router({
  list: administratorCall("links.read", {
    rest: "GET /admin/links",
    summary: "List the cases about linked users, newest first",
    description:
      "A case is opened by what was seen of its traders, or by a person, and needs a decision. It touches no account.",
  })
    .input(listLinksInput.optional())
    .output(z.array(linkCase))
    .query(({ ctx, input }) => respondWithPage(ctx, linkCases, input ?? {})),

  open: administratorCall("links.decide", {
    rest: "POST /admin/links",
    summary: "Open a case of users by hand",
    description:
      "With the evidence of every pair that has a match, whether or not it reaches the settings. Users of other cases bring them in: all are put into the one with the lowest id, which opens again.",
    successStatus: 201,
    event: "authz_admin",
    cost: { kind: "replay" },
    example: { userIds: [7, 8], reason: "Both were reported by another firm" },
  })
    .input(openLinkInput)
    .output(linkCaseView)
    .mutation(({ ctx, input }) => openLink(ctx.app, ctx.actor, input)),

  run: administratorCall("links.decide", {
    rest: "POST /admin/links/run",
    summary: "Compare all accounts now",
    description:
      "Returns the run that is under way, if there is one. All accounts are compared every night, and those that change within a minute.",
    successStatus: 202,
    event: "authz_admin",
  })
    .output(linkRun)
    .mutation(({ ctx }) => startRun(ctx.app, ctx.actor)),

  runs: administratorCall("links.read", {
    rest: "GET /admin/links/runs",
    summary: "List the comparisons of all accounts, newest first",
    description: "Those every night, and those that people have started.",
  })
    .input(listRunsInput.optional())
    .output(z.array(linkRun))
    .query(({ ctx, input }) => respondWithPage(ctx, linkRuns, input ?? {})),

  get: administratorCall("links.read", {
    rest: "GET /admin/links/{id}",
    summary: "Get a case with its evidence and decisions",
    description:
      "An open or watched case shows the latest evidence that raised each pair, a decided one what was decided on. The audit log records the view for each trader.",
  })
    .input(linkIdInput)
    .output(linkCaseView)
    .query(({ ctx, input }) => viewLink(ctx.app, ctx.actor, input.id)),

  rows: administratorCall("links.read", {
    rest: "GET /admin/links/{id}/rows",
    summary: "List the entries behind the evidence about two users of a case",
    description:
      "One row for each entry of the user with fewer, by time. The audit log records the view for both.",
    example: { kind: "copied", a: 7, b: 8 },
  })
    .input(linkRowsInput)
    .output(linkRows)
    .query(({ ctx, input }) => viewLinkRows(ctx.app, ctx.actor, input)),

  decide: administratorCall("links.decide", {
    rest: "POST /admin/links/{id}",
    summary: "Watch, confirm or dismiss a case",
    description:
      "An open case can be given each decision, a watched one can be confirmed or dismissed. Only flags of payouts follow from it. Returns 409 with `current` in any other state, and if the evidence is no longer that of `evidenceSha256`.",
    errors: [409],
    event: "authz_admin",
    example: { decision: "watch", reason: "Too few entries to tell" },
  })
    .input(decideLinkInput)
    .output(linkCaseView)
    .mutation(({ ctx, input }) => decideLink(ctx.app, ctx.actor, input)),

  setWithhold: administratorCall("links.decide", {
    rest: "PATCH /admin/links/{id}",
    summary: "Set whether payouts of the users of a confirmed case are withheld",
    description: "A flag of their requests says so. Returns 409 with `current` for other cases.",
    errors: [409],
    event: "authz_admin",
    example: { withhold: false, reason: "The account of the leader is closed" },
  })
    .input(setWithholdInput)
    .output(linkCaseView)
    .mutation(({ ctx, input }) => setWithhold(ctx.app, ctx.actor, input)),

  compare: administratorCall("links.read", {
    rest: "GET /admin/links/compare",
    summary: "Compare the trades and facts of two traders",
    description:
      "By the present settings, in the window up to `to`. The evidence of each detector has a row for each entry of the account with fewer. Opens nothing; the audit log records the view for both traders.",
    errors: [404],
    cost: { kind: "replay" },
    example: { a: 7, b: 8 },
  })
    .input(compareInput)
    .output(linkComparison)
    .query(({ ctx, input }) => compareTraders(ctx.app, ctx.actor, input)),
});

/** How accounts are compared, in immutable versions. */
export const linkSettingsRouter = t.router({
  get: administratorCall("settings.read", {
    rest: "GET /admin/settings/links",
    summary: "Get how accounts are compared",
    description: "The newest version of the settings.",
  })
    .output(linkSettingsVersion)
    .query(({ ctx }) => readLinkSettings(ctx.app.database.kysely)),

  set: administratorCall("settings.write", {
    rest: "PATCH /admin/settings/links",
    summary: "Set how accounts are compared",
    description:
      "Settings that are left out stay as they are; so do left out fields of a detector, and facts. A change is a new version, and evidence names the version that it was computed by.",
    event: "authz_admin",
    example: { copied: { seconds: 5 }, facts: { household: "off" }, note: "Fewer households" },
  })
    .input(setLinkSettingsInput)
    .output(linkSettingsVersion)
    .mutation(({ ctx, input }) => setLinkSettings(ctx.app, ctx.actor, input)),

  versions: administratorCall("settings.read", {
    rest: "GET /admin/settings/links/versions",
    summary: "List the versions of how accounts are compared, newest first",
    description: "Versions never change.",
  })
    .output(z.array(linkSettingsVersion))
    .query(({ ctx }) => listLinkSettings(ctx.app.database.kysely)),

  preview: administratorCall("settings.write", {
    rest: "POST /admin/settings/links/preview",
    summary: "See what changed settings would raise",
    description:
      "Compares all accounts in the window up to `to`, by the present settings with this change. Stores nothing.",
    cost: { kind: "replay" },
    example: { days: 14 },
  })
    .input(previewLinksInput)
    .output(linksPreview)
    .mutation(({ ctx, input }) => previewLinks(ctx.app, input)),
});
