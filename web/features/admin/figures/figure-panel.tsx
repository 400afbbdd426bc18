import type { ReactNode } from "react";
import { AnchorButton } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { figureFileUrl } from "./figures-search.ts";

interface FigurePanelProps {
  title: string;
  subtitle: string;
  /** The name of the answer, whose rows the file has. */
  figure: string;
  query: object;
  children: ReactNode;
}

/** A panel with one answer, which is also a file. */
export function FigurePanel({ title, subtitle, figure, query, children }: FigurePanelProps) {
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      aside={
        <AnchorButton
          size="small"
          href={figureFileUrl(figure, query)}
          download
          aria-label={`Download ${title.toLowerCase()} as CSV`}
        >
          <Icon name="download" size={16} />
          CSV
        </AnchorButton>
      }
    >
      {children}
    </Panel>
  );
}
