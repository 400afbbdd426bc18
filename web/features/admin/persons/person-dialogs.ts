import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./person-forms.tsx");
const ability = "links.decide";

/** The dialogs about the person that a user belongs to: `?dialog=change-person&person=3`. */
export const personDialogs = {
  "group-user": dialog(() => load().then((m) => m.GroupUserDialog), ability),
  "change-person": dialogAbout("person", () => load().then((m) => m.ChangePersonDialog), ability),
  "delete-person": dialogAbout("person", () => load().then((m) => m.DeletePersonDialog), ability),
};
