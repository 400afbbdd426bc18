import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./run-dialogs.tsx");

/** The dialog about the firm's account, on both pages of payments. */
export const accountDialogs = {
  account: dialog(() => load().then((m) => m.AccountDialog), "payments.account"),
};

/** The dialogs of a run; those about selected payments have no address. `?dialog=reverse&payment=7` */
export const runDialogs = {
  ...accountDialogs,
  reverse: dialogAbout("payment", () => load().then((m) => m.ReverseDialog), "payments.manage"),
};
