import { gateFollower } from "./business/decisions/gates/settle-gates.ts";
import { linkFollower, signInFollower } from "./business/links/runs/work-on-links.ts";
import { typedLoginFollower } from "./business/record/actions/platform-accounts.ts";
import { settingsFollower } from "./business/watch/waiting/settle-everyone.ts";
import { waitingFollower } from "./business/watch/waiting/settle-waiting.ts";
import type { Follower } from "./identity/audit/followers.ts";

/** Everything that follows from audited events in their transaction, in this order. */
export const followers: readonly Follower[] = [
  typedLoginFollower,
  gateFollower,
  waitingFollower,
  settingsFollower,
  linkFollower,
  signInFollower,
];
