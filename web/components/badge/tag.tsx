import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";

/** Shows `Tag` elements side by side. */
export function TagList({ name = "Tags", children }: { name?: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={name}
      sx={{
        display: "inline-flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 0.5,
        listStyle: "none",
      }}
    >
      {children}
    </Box>
  );
}

interface TagProps {
  text: string;
  /** Adds a button that removes the tag. */
  onRemove?: () => void;
}

export function Tag({ text, onRemove }: TagProps) {
  return (
    <Chip
      component="li"
      variant="outlined"
      label={text}
      title={text}
      // MUI's own button would make the whole tag a button.
      icon={onRemove && <RemoveButton text={text} onRemove={onRemove} />}
      sx={{ flexDirection: "row-reverse" }}
    />
  );
}

function RemoveButton({ text, onRemove }: Required<TagProps>) {
  return (
    <ButtonBase
      aria-label={`Remove tag ${text}`}
      sx={{ width: 24, height: 24, my: -0.25, ml: -0.75, borderRadius: "50%" }}
      onClick={onRemove}
    >
      <Icon name="close" size={12} />
    </ButtonBase>
  );
}
