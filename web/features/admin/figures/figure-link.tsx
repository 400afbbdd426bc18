import type { ReactNode } from "react";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { figureDialogs } from "./figure-dialogs.ts";

interface FigureLinkProps {
  /** The name of the answer, such as `funnel`. */
  figure: string;
  /** How the period of the answer is divided; nothing if it has none. */
  by?: string;
  /** Names the rows behind it; without any, it is only text. */
  cell: string | null | undefined;
  children: ReactNode;
}

/** A figure that opens the rows behind it. */
export function FigureLink({ figure, by = "", cell, children }: FigureLinkProps) {
  const open = useOpenDialog(figureDialogs);
  if (!cell) return children;
  return (
    <TextButton aria-haspopup="dialog" onClick={() => open("rows", `${figure}.${by}.${cell}`)}>
      {children}
    </TextButton>
  );
}
