import { z } from "zod";
import { action, answerInput, pollInput } from "../../business/record/actions/action.schema.ts";
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
    requestParams: { query: pollInput },
    responses: {
      "200": {
        description: "The actions, which are now delivered; empty if there are none",
        content: { "application/json": { schema: z.array(action) } },
      },
    },
    errors: { 400: "`wait` is not a whole number from 0 to 30" },
  },
  async handle({ context, actor, request, reply }) {
    const query = readQuery(pollInput.shape, request.query as Record<string, unknown>);
    const { wait } = pollInput.parse(query);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const { server } = request;
    return pollActions(context.app, actor, {
      wait,
      signal: gone.signal,
      isClosing: () => server.isDraining,
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
      409: "The action was cancelled, has another outcome, or was never delivered; see `current`",
    },
  },
  handle: ({ context, actor, request }) =>
    answerAction(
      context.app,
      actor,
      readId((request.params as { id: string }).id),
      answerInput.parse(request.body),
    ),
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
      413: "More than 10,000 items, 10,000 accounts or 5 MB",
    },
  },
  handle: ({ context, actor, request }) =>
    ingestFeed(context.app, actor, feedInput.parse(request.body)),
});
