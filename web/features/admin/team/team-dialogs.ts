import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./member-dialogs.tsx");

/** The dialogs of the team, which load together. `change` has the address `?dialog=change&member=3`. */
export const teamDialogs = {
  add: dialog(() => load().then((m) => m.AddMemberDialog), "team.manage"),
  change: dialogAbout("member", () => load().then((m) => m.ChangeMemberDialog), "team.manage"),
  rename: dialog(() => load().then((m) => m.RenameYourselfDialog)),
  rotate: dialogAbout("member", () => load().then((m) => m.RotateKeyDialog), "team.manage"),
  revoke: dialogAbout("member", () => load().then((m) => m.RevokeMemberDialog), "team.manage"),
  "remove-factor": dialogAbout(
    "member",
    () => load().then((m) => m.RemoveFactorDialog),
    "team.manage",
  ),
  sessions: dialogAbout("member", () => load().then((m) => m.MemberSessionsDialog), "team.manage"),
};
