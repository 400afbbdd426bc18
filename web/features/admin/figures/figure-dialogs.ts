import { dialogAbout } from "../../../app/dialogs.tsx";
import type { FigureRowsDialogProps } from "./figure-rows-dialog.tsx";

/** Returns a figure, how its period is divided, and a cell, if the text names them. */
const readFigure = (text: string) => (/^[a-z]+\.[a-z]*\.[\w-]+$/.test(text) ? text : undefined);

/** The rows behind a figure have an address. */
export const figureDialogs = {
  rows: dialogAbout<"figure", FigureRowsDialogProps, string>(
    "figure",
    () => import("./figure-rows-dialog.tsx").then((m) => m.FigureRowsDialog),
    undefined,
    readFigure,
  ),
};
