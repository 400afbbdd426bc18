import type { FastifyRequest } from "fastify";
import { z } from "zod";
import {
  bridgeReport,
  followedStage,
  reportExample,
  reportInput,
  serverAccountsInput,
} from "../../business/record/bridges/bridge.schema.ts";
import { requireCurrentInstance } from "../../business/record/bridges/bridge-instances.ts";
import { storeReport } from "../../business/record/bridges/bridge-reports.ts";
import { readFollowedStages } from "../../business/record/bridges/followed-stages.queries.ts";
import type { Context } from "../../platform/context.ts";
import { invalidField } from "../../platform/errors.ts";
import {
  action,
  answerInput,
  deliveredAction,
  pollInput,
} from "../../business/record/actions/action.schema.ts";
import { answerAction } from "../../business/record/actions/change-action.ts";
import { pollActions } from "../../business/record/actions/poll-actions.ts";
import { readId, readQuery } from "../rest-input.ts";
import { defineRoute } from "../route.ts";
import {
  feedBody,
  feedExample,
  feedInput,
  feedResult,
  MAX_FEED_BYTES,
} from "../../business/record/feed/feed.schema.ts";
import { ingestFeed } from "../../business/record/feed/ingest-feed.ts";

/** What a connector calls itself: the last one that was started for a server serves it. */
const instanceHeader = z.object({
  "x-bridge-instance": z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      examples: ["f3b0c7a2-5d0e-4e0b-9a55-0f6f0a1d2c11"],
      description:
        "Any text of the connector's own, at most 200 characters. After a later instance has named the same server, the calls of the earlier one are 409 with the reason `superseded`",
    }),
});

/** @throws RefusalError if a later connector serves the servers of the call */
async function requireCurrent(
  context: Context,
  { headers }: FastifyRequest,
  servers: (string | null | undefined)[],
): Promise<string | undefined> {
  const instance = headers["x-bridge-instance"]?.toString().trim();
  if (!instance) return undefined;
  if (instance.length > 200 || instance.includes("\0")) {
    throw invalidField("X-Bridge-Instance", "X-Bridge-Instance must have at most 200 characters");
  }
  const named = [...new Set(servers.flatMap((server) => server ?? []))];
  await requireCurrentInstance(context, { instance, servers: named });
  return instance;
}

const superseded = "A later connector serves this server: the reason is `superseded`";

export const bridgeAccounts = defineRoute({
  name: "bridge.accounts",
  rest: "GET /bridge/accounts",
  permission: "token",
  scope: "feed:write",
  operation: {
    summary: "List the stages to follow on a server of the platform",
    description:
      "For a connector. The stages of the accounts with this server that are open or ended within 14 days. Propdesk takes the records from `startedAt` to `endedAt`.",
    tag: "Records",
    requestParams: { query: serverAccountsInput, header: instanceHeader },
    responses: {
      "200": {
        description: "One row a stage, by login",
        content: { "application/json": { schema: z.array(followedStage) } },
      },
    },
    errors: { 400: "`server` is missing", 409: superseded },
  },
  async handle({ context, request }) {
    const { server } = serverAccountsInput.parse(request.query);
    await requireCurrent(context.app, request, [server]);
    return readFollowedStages(context.app, server);
  },
});

export const bridgeStatus = defineRoute({
  name: "bridge.status",
  rest: "POST /bridge/status",
  permission: "token",
  scope: "feed:write",
  orScope: "actions:execute",
  operation: {
    summary: "Report the state of a connector",
    description:
      "Every 30 seconds and on a change. Administrators see it with the bridges; one that is more than five minutes behind, or without its platform for as long, counts as silent.",
    tag: "Actions",
    requestParams: { header: instanceHeader },
    requestBody: {
      required: true,
      content: { "application/json": { schema: reportInput, example: reportExample } },
    },
    responses: {
      "200": {
        description: "The report",
        content: { "application/json": { schema: bridgeReport } },
      },
    },
    errors: { 400: "The body does not have the documented shape", 409: superseded },
  },
  async handle({ context, actor, request }) {
    const report = reportInput.parse(request.body);
    await requireCurrent(context.app, request, [report.server]);
    return storeReport(context.app, actor, report);
  },
});

export const bridgePoll = defineRoute({
  name: "bridge.actions.poll",
  rest: "GET /bridge/actions",
  permission: "token",
  scope: "actions:execute",
  operation: {
    summary: "Receive the actions to execute",
    description:
      "For a bridge that runs alongside the trading platform. At most 100 actions, the oldest first, and at most one of each account: the next one follows when it is answered. What is not answered within 60 seconds is delivered again, to the same or another bridge, so a bridge must not execute an id twice.",
    tag: "Actions",
    requestParams: { query: pollInput, header: instanceHeader },
    responses: {
      "200": {
        description: "The actions, which are now delivered; empty if there are none",
        content: { "application/json": { schema: z.array(deliveredAction) } },
      },
    },
    errors: { 400: "`wait` is not a whole number from 0 to 30", 409: superseded },
  },
  async handle({ context, actor, request, reply }) {
    const query = readQuery(pollInput.shape, request.query as Record<string, unknown>);
    const { wait, server } = pollInput.parse(query);
    const instance = await requireCurrent(context.app, request, [server]);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    return pollActions(context.app, actor, {
      wait,
      server,
      instance,
      signal: gone.signal,
      isClosing: () => request.server.isDraining,
    });
  },
});

export const bridgeAnswer = defineRoute({
  name: "bridge.actions.answer",
  rest: "POST /bridge/actions/{id}",
  permission: "token",
  scope: "actions:execute",
  operation: {
    summary: "Report the outcome of an action",
    description:
      "The same answer again changes nothing, so a call whose response was lost can be repeated. After an administrator has requested a failed action again, the next answer counts.",
    tag: "Actions",
    requestParams: {
      path: z.object({ id: z.number().meta({ type: "integer", examples: [7] }) }),
      header: instanceHeader,
    },
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: answerInput,
          example: { status: "done", message: "Closed 2 positions" },
        },
      },
    },
    responses: {
      "200": {
        description: "The action",
        content: { "application/json": { schema: action } },
      },
    },
    errors: {
      400: "The body does not have the documented shape",
      404: "The action does not exist",
      409: "The action was cancelled, has another outcome, or was never delivered: see `current`. Or a later connector serves the server",
    },
  },
  async handle({ context, actor, request }) {
    const id = readId((request.params as { id: string }).id);
    const answer = answerInput.parse(request.body);
    await requireCurrent(context.app, request, []);
    return answerAction(context.app, actor, id, answer);
  },
});

export const feed = defineRoute({
  name: "feed.ingest",
  rest: "POST /feed",
  permission: "token",
  scope: "feed:write",
  bodyLimit: MAX_FEED_BYTES,
  operation: {
    summary: "Add deals, operations and snapshots of accounts",
    description:
      "For a bridge that runs alongside the trading platform. Items are independent: invalid ones are listed as rejected, and the rest are stored. Sending the same items again changes nothing. At most 10,000 items, 10,000 accounts and 5 MB.",
    tag: "Records",
    requestParams: { header: instanceHeader },
    requestBody: {
      required: true,
      content: { "application/json": { schema: feedBody, example: feedExample } },
    },
    responses: {
      "200": {
        description: "The outcome for each item",
        content: { "application/json": { schema: feedResult } },
      },
    },
    errors: {
      400: "The body does not have the documented shape",
      409: superseded,
      413: "More than 10,000 items, 10,000 accounts or 5 MB",
    },
  },
  async handle({ context, actor, request }) {
    const input = feedInput.parse(request.body);
    await requireCurrent(
      context.app,
      request,
      input.accounts.map(({ server }) => server),
    );
    return ingestFeed(context.app, actor, input);
  },
});
