import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./order-forms.tsx");

/** The dialogs of orders: `?dialog=enter`, `?dialog=release&order=118`. */
export const orderDialogs = {
  enter: dialog(() => load().then((m) => m.EnterOrderDialog), "orders.write"),
  release: dialogAbout("order", () => load().then((m) => m.ReleaseDialog), "orders.write"),
  dismiss: dialogAbout("order", () => load().then((m) => m.DismissDialog), "orders.write"),
};
