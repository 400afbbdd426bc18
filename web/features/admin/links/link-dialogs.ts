import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./link-forms.tsx");
const ability = "links.decide";

/** The dialogs about cases of linked users: `?dialog=decide-link&case=3`. */
export const linkDialogs = {
  "open-link": dialog(() => load().then((m) => m.OpenLinkDialog), ability),
  "compare-all": dialog(() => load().then((m) => m.CompareAllDialog), ability),
  "decide-link": dialogAbout("case", () => load().then((m) => m.DecideLinkDialog), ability),
  "withhold-link": dialogAbout("case", () => load().then((m) => m.WithholdDialog), ability),
};
