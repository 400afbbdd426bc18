import {
  type ActionKind,
  actionKinds,
} from "../../../../src/business/record/actions/action.rule.ts";
import { dialogAbout } from "../../../app/dialogs.tsx";
import type { RequestDialogProps } from "./step-dialogs.tsx";

const load = () => import("./step-dialogs.tsx");

/** The dialogs about an action: its details, and the steps that a person takes: `?dialog=details&actionId=7`. */
export const actionDialogs = {
  details: dialogAbout("actionId", () => load().then((m) => m.DetailsDialog)),
  approve: dialogAbout("actionId", () => load().then((m) => m.ApproveDialog), "actions.request"),
  cancel: dialogAbout("actionId", () => load().then((m) => m.CancelDialog), "actions.request"),
  fail: dialogAbout("actionId", () => load().then((m) => m.FailDialog), "actions.request"),
  retry: dialogAbout("actionId", () => load().then((m) => m.RetryDialog), "actions.request"),
};

/** The same on a user's page, where actions are requested, too: `?dialog=request&requested=withdraw`. */
export const accountDialogs = {
  ...actionDialogs,
  request: dialogAbout<"requested", RequestDialogProps, ActionKind>(
    "requested",
    () => load().then((m) => m.RequestDialog),
    "actions.request",
    (text) => actionKinds.find((kind) => kind === text),
  ),
};
