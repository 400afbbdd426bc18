import { dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./decision-dialog.tsx");

/** `?dialog=approve-payout&request=40` */
export const decisionDialogs = {
  "approve-payout": dialogAbout(
    "request",
    () => load().then((m) => m.ApproveDialog),
    "payouts.decide",
  ),
  "reject-payout": dialogAbout(
    "request",
    () => load().then((m) => m.RejectDialog),
    "payouts.decide",
  ),
  "release-payout": dialogAbout(
    "request",
    () => import("./release-dialog.tsx").then((m) => m.ReleaseDialog),
    "payouts.decide",
  ),
};
