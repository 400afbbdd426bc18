import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./token-forms.tsx");

/** The dialogs of API tokens. `revoke` has the address `?dialog=revoke&token=3`. */
export const tokenDialogs = {
  create: dialog(() => load().then((m) => m.CreateTokenDialog), "tokens.manage"),
  revoke: dialogAbout("token", () => load().then((m) => m.RevokeTokenDialog), "tokens.manage"),
};
