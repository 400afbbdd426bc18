import { z } from "zod";
import { callsAbout } from "../../calls/procedures.ts";
import { t } from "../../calls/trpc.ts";
import { compareTraders } from "./comparison/compare-traders.ts";
import { compareInput, linkComparison } from "./comparison/comparison.schema.ts";
import { previewLinks } from "./comparison/preview-links.ts";
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
    description:
      "The newest version of the settings. Devices and networks are not recorded yet, so they connect no traders, and `retentionDays` has no effect.",
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
