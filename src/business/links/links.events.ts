import { z } from "zod";
import type {
  ActionReader,
  DeclaredAction,
  DeclaredEvent,
} from "../../identity/audit/declared-events.rule.ts";
import { id } from "../../platform/fields/fields.schema.ts";
import { caseKinds, linkDecisions } from "./cases/link-case.rule.ts";

export const linkActions = {
  "link.viewed": { label: "Viewed links to other users", icon: "eye" },
  "link.opened": { label: "Opened a case about linked users", icon: "alert", tone: "critical" },
  "link.decided": { label: "Decided a case about linked users", icon: "check" },
  "link.merged": { label: "Merged two cases about linked users", icon: "plus" },
  "link.withhold-changed": {
    label: "Changed whether payouts of linked users are withheld",
    icon: "edit",
  },
  "link-run.started": { label: "Started a comparison of all accounts", icon: "refresh" },
  "person.created": {
    label: "Grouped the user as one person with others",
    icon: "user",
    preposition: "",
  },
  "person.changed": {
    label: "Changed the person that the user belongs to",
    icon: "edit",
    preposition: "",
  },
  "person.deleted": {
    label: "Deleted the person that the user belonged to",
    icon: "trash",
    preposition: "",
  },
  "link-settings.changed": { label: "Changed the settings for links", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

const ofLink = {
  linkId: id.meta({ examples: [12] }),
  userIds: z.array(id).meta({ examples: [[17, 42]] }),
};

const listOf = (text: unknown) => (typeof text === "string" && text !== "" ? text.split(", ") : []);

const readLink = ({ to }: ActionReader) => ({
  linkId: to("linkId"),
  userIds: listOf(to("userIds")).map(Number),
});

export const linkEvents = {
  "link.opened": {
    words: "Users are linked by what was seen of them, which needs a decision by a person",
    data: z.object({ ...ofLink, kinds: z.array(z.enum(caseKinds)), reopened: z.boolean() }),
    example: { linkId: 12, userIds: [17, 42], kinds: ["copied"], reopened: false },
    sentFor: {
      "link.opened": (read) => ({
        ...readLink(read),
        kinds: listOf(read.to("kinds")),
        reopened: read.to("reopened"),
      }),
    },
  },
  "link.decided": {
    words: "A case about linked users was watched, confirmed or dismissed",
    data: z.object({ ...ofLink, decision: z.enum(linkDecisions) }),
    example: { linkId: 12, userIds: [17, 42], decision: "confirm" },
    sentFor: {
      "link.decided": (read) => ({ ...readLink(read), decision: read.to("decision") }),
    },
  },
} as const satisfies Record<string, DeclaredEvent>;
